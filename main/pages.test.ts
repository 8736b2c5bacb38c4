import type { ServerBuild } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { offlinePath } from '../contract/core/page-paths.ts';
import { type Brand, defaultBrand } from '../contract/market-settings/brand.ts';
import type { RenderPage } from '../server/http/index.ts';
import { createApiClient, signUp, signUpAdministrator } from '../server/testing/people.ts';
import { seedAd } from '../server/testing/seed-ads.ts';
import { seedPost } from '../server/testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import * as contactCheckText from '../text/shared/contact-check.ts';
import * as learningText from '../text/shared/learning.ts';
import * as legalRequestText from '../text/shared/legal-request.ts';
import { createPageRenderer, createSearchParamNamesLookup } from './pages.ts';
import { listPagePaths } from './testing/page-paths.ts';
import { loadSourceBuild, type SourceBuild } from './testing/source-build.ts';

let sources: SourceBuild;
let build: ServerBuild;
let server: TestServer;
/** Example path of each page, by the pattern of its route, such as `/a/:id`. */
let paths: Map<string, string>;

beforeAll(async () => {
	sources = await loadSourceBuild();
	({ build } = sources);
	server = await startTestServer();
	const seller = await signUp(server);
	const ad = String(await seedAd(server, seller));
	const video = String(await seedAd(server, seller, { format: 'video' }));
	const post = String(await seedPost(server, seller));
	paths = listPagePaths({ ad, video, post, user_name: seller.session.user_name });
}, 120_000);
afterAll(async () => {
	await server.close();
	await sources.close();
});

function respond(path: string, brand = defaultBrand): ReturnType<RenderPage> {
	const request = new Request(new URL(path, 'http://localhost'), { headers: { accept: 'text/html' } });
	return createPageRenderer(build, 'production')(request, createApiClient(server), 'nonce', brand);
}

/** Renders a path, including its query, to a text with status, redirect and HTML. */
async function render(path: string, brand?: Brand): Promise<string> {
	const response = await respond(path, brand);
	return `${response.status} ${response.headers.get('location')} ${await response.text()}`;
}

test('the home page lists the categories that the operator has set', async () => {
	const html = await render('/', { ...defaultBrand, categories: ['Sportswear', 'Motorcycles'], version: 'brand:1' });
	const chips = html.matchAll(
		/href="\/\?category=([^"&]*)" [^>]*class="chip|class="chip[^>]*href="\/\?category=([^"&]*)"/g,
	);
	expect([...chips].map(([, before, after]) => before ?? after)).toEqual(['Sportswear', 'Motorcycles']);
}, 60_000);

describe('query parameters', () => {
	test('are declared by every page that reads them on the server', async () => {
		const read = new Set<string>();
		const marker = 'marked';
		const { has } = URLSearchParams.prototype;
		for (const method of ['get', 'getAll', 'has'] as const) {
			const original = URLSearchParams.prototype[method] as (this: URLSearchParams, name: string) => never;
			vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (this: URLSearchParams, name: string) {
				if (has.call(this, marker)) read.add(name);
				return original.call(this, name);
			});
		}
		const searchParamsOf = createSearchParamNamesLookup(build);
		const undeclared: string[] = [];
		const readAnywhere = new Set<string>();
		for (const [route, path] of paths) {
			read.clear();
			await render(`${path}?${marker}=1`);
			const declared = searchParamsOf(path);
			for (const name of read) {
				if (declared.includes(name)) readAnywhere.add(name);
				// React Router itself reads the parameter `index`, so pages do not declare it.
				else if (name !== 'index') undeclared.push(`${route} reads ${name}`);
			}
		}
		expect(undeclared).toEqual([]);
		expect([...readAnywhere]).toEqual(
			expect.arrayContaining(['category', 'code', 'courseCategory', 'next', 'q', 'token']),
		);
	}, 60_000);

	test('that are undeclared do not change the page', async () => {
		// Pages contain ages and fetch times, so the clock must stand still.
		vi.useFakeTimers({ toFake: ['Date'] });
		const different: string[] = [];
		for (const [route, path] of paths) {
			if ((await render(path)) !== (await render(`${path}?fbclid=leaves-a-trace`))) different.push(route);
		}
		expect(different).toEqual([]);
	}, 60_000);

	afterEach(() => void vi.useRealTimers());

	test('are looked up regardless of the case of the path', () => {
		const searchParamsOf = createSearchParamNamesLookup(build);
		expect(searchParamsOf('/Search')).toContain('q');
		expect(searchParamsOf('/login')).toEqual(['next']);
		expect(searchParamsOf('/')).toContain('category');
		expect(searchParamsOf('/nowhere')).toEqual([]);
	});
});

test('the course catalogue of the dashboard takes no path of another page', async () => {
	const findTitle = async (path: string) => /<title>(.*?)<\/title>/s.exec(await render(path))?.[1];
	const catalogue = await findTitle('/dashboard/learn-with-kasuwa');
	expect(catalogue).toContain(learningText.title('Kasuwa'));
	const others = [...paths].filter(([route]) => /^\/dashboard\/[^/:]+$/.test(route));
	expect(others.length).toBeGreaterThan(12);
	for (const [route, path] of others) expect([route, await findTitle(path)]).not.toEqual([route, catalogue]);
});

test.for(['/dashboard/nowhere', '/dashboard/learn-with-', '/dashboard/learn-with-nobody', '/dashboard/constructor'])(
	'%s is a missing page',
	async (path) => {
		expect((await respond(path)).status).toBe(404);
	},
);

/** Meta tags of a link preview, by property or name, and what they must contain. */
const cardTags = {
	'og:title': /\S/,
	'og:description': /\S/,
	'og:type': /^(website|product|profile|article|video\.other)$/,
	'og:url': /^http:\/\/localhost\//,
	'og:site_name': /^Kasuwa$/,
	'og:locale': /^en_NG$/,
	'og:image': /^http:\/\/localhost\/share\/[a-z]+\/[\w-]+\.jpg(\?v=[0-9a-f]{24})?$/,
	'og:image:type': /^image\/jpeg$/,
	'og:image:width': /^1200$/,
	'og:image:height': /^630$/,
	'og:image:alt': /\S/,
	'twitter:card': /^summary_large_image$/,
};

/** Lists the tags of the link preview that are missing, double or wrong in the head of a page. */
function listCardProblems(head: string): string[] {
	return Object.entries(cardTags).flatMap(([name, pattern]) => {
		const tags = [...head.matchAll(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"/>`, 'g'))];
		const contents = tags.map(([, content = '']) => content);
		return contents.length === 1 && pattern.test(contents[0] ?? '') ? [] : [`${name}: ${contents}`];
	});
}

test('every page has its own title, and every public page has a canonical URL and a link preview', async () => {
	const problems: string[] = [];
	const publicRoutes: string[] = [];
	for (const [route, path] of paths) {
		// The page at `offlinePath` is the app shell that the service worker caches.
		if (path === offlinePath) continue;
		const page = await render(path);
		if (/^30\d /.test(page)) continue;
		const [, head = ''] = /<head>(.*?)<\/head>/s.exec(page) ?? [];
		const titles = [...head.matchAll(/<title>(.*?)<\/title>/gs)].map(([, text]) => text).join(' and ');
		// The specification defines the title of the admin login.
		if (!/^[^·]*\S · Kasuwa$|^Kasuwa · [^·]+$|^Admin$/.test(titles)) problems.push(`${route} has the title ${titles}`);
		if (head.includes('<meta name="robots" content="noindex"/>')) continue;
		publicRoutes.push(route);
		const canonical = [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, address]) => address);
		if (canonical.length !== 1 || !canonical[0]?.startsWith('http://localhost/'))
			problems.push(`${route} has the canonical URLs ${canonical}`);
		for (const problem of listCardProblems(head)) problems.push(`${route} has the tag ${problem}`);
	}
	expect(problems).toEqual([]);
	expect(publicRoutes.sort(), 'List new public pages here; hide others with `hidden`').toEqual([
		'/',
		'/Login',
		'/certificate',
		'/data-saver',
		'/feed/:id/:productName',
		'/for-you',
		'/learning',
		'/learning/:courseId',
		'/legal-request',
		'/mypromotweet/:id',
		'/privacy',
		'/profile/user/:user_name',
		'/profile/user/:user_name/reviews',
		'/profile/user/:user_name/shop',
		'/profile/user/:user_name/videos',
		'/sellervideos/:id/:description',
		'/signup',
		'/termsAndCondition',
		'/videos',
	]);
}, 60_000);

test('pages link to their feed or oEmbed description', async () => {
	async function listLinks(path: string): Promise<string[]> {
		const html = await render(path);
		const links = html.matchAll(
			/<link rel="alternate" type="application\/(?:feed\+json|json\+oembed)" title="[^"]+" href="([^"]+)"/g,
		);
		return [...links].map(([, href = '']) => href.replaceAll('&amp;', '&').replace('http://localhost', ''));
	}
	const pathOf = (route: string) => paths.get(route) ?? '';
	const profile = pathOf('/profile/user/:user_name');
	const sellerFeed = `/feeds/sellers/${profile.split('/').at(-1)}.json`;
	const video = `http://localhost${pathOf('/sellervideos/:id/:description')}`;
	expect(await listLinks('/')).toEqual(['/feeds/market.json']);
	expect(await listLinks('/?category=Pet+Supplies')).toEqual(['/feeds/categories/pet-supplies.json']);
	expect(await listLinks(profile)).toEqual([sellerFeed]);
	expect(await listLinks(`${profile}/shop`)).toEqual([sellerFeed]);
	expect(await listLinks('/learning')).toEqual(['/feeds/courses.json']);
	expect(await listLinks(pathOf('/feed/:id/:productName'))).toEqual([
		expect.stringMatching(/^\/oembed\?url=.*&format=json$/),
	]);
	expect(await listLinks(pathOf('/sellervideos/:id/:description'))).toEqual([
		`/oembed?${new URLSearchParams({ url: video, format: 'json' })}`,
	]);
});

test.for(['/search', '/search?q=lamp', '/?category=Motorcycles'])('%s has a link preview', async (path) => {
	const [, head = ''] = /<head>(.*?)<\/head>/s.exec(await render(path)) ?? [];
	expect(listCardProblems(head)).toEqual([]);
});

test.for([
	'/enrollment/1.a-key',
	'/decision/a-key',
	'/legal-request/a-key',
	'/verify-email?token=a-key',
	'/undo-numbers?token=a-key',
	'/reset-password?token=a-key',
	'/undo-email?token=a-key',
])('%s is not cached and sends no referrer', async (path) => {
	const response = await respond(path);
	expect(response.headers.get('cache-control')).toBe('no-store');
	expect(response.headers.get('referrer-policy')).toBe('no-referrer');
	expect(await response.text()).toContain('<meta name="robots" content="noindex"/>');
});

test('a legal request is readable without a script', async () => {
	const { code } = await createApiClient(server).sendLegalRequest({
		body: { kind: 'access', name: 'Bisi', email: 'bisi@example.com', text: 'Which data?' },
	});
	const response = await respond(`/legal-request/${code}`);
	expect(response.status).toBe(200);
	expect(response.headers.get('cache-control')).toBe('no-store');
	expect(await response.text()).toMatch(new RegExp(`<h1[^>]*>${legalRequestText.kinds.access}</h1>`));
	const unknown = await render('/legal-request/unknown');
	expect(unknown).toMatch(/^404 /);
	expect(unknown).toContain(legalRequestText.unknown);
});

test('pages that need a script say so', async () => {
	const withoutScript = async (path: string) => /<noscript>(.*?)<\/noscript>/s.exec(await render(path))?.[1];
	const { client } = await signUpAdministrator(server);
	const { version } = await client.getMarketSettings();
	await client.updateMarketSettings({ body: { version, email: 'help@market.example', phone: '2348031234567' } });
	const form = await withoutScript('/legal-request');
	expect(form).toContain(legalRequestText.needsScript);
	expect(form).toContain('href="mailto:help@market.example"');
	expect(form).toContain('href="tel:+2348031234567"');
	expect(await withoutScript('/contact/7/call/check')).toContain(contactCheckText.needsScriptForAd);
	expect(await withoutScript('/contact/@ada_obi/call/check')).toContain(contactCheckText.needsScript);
});

test('browsers never request the data of a page from the server', () => {
	const serverLoaded = Object.values(build.routes).filter(
		(route) => route?.module.default && route.module.loader && !route.module.clientLoader,
	);
	expect(serverLoaded.map((route) => route?.id)).toEqual([]);
});
