import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type Client } from '../contract/core/client.ts';
import { adPath } from '../contract/core/page-paths.ts';
import { postPictureAd, signUp, signUpAdministrator, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

let server: TestServer;
let admin: TestPerson;
let rendered = 0;
/** Promise that the rendering of a page awaits after it has read the page's data, so that tests can change the data meanwhile. */
let blocker: Promise<void> | undefined;

async function render({ url }: Request, client: Client): Promise<Response> {
	rendered += 1;
	if (url.endsWith('/card')) return new Response((await client.getMarketCard({ query: {} })).picture);
	const id = new URL(url).pathname.split('/')[2] ?? '';
	const ad = await client.getAd({ params: { id } }).catch((error: unknown) => {
		if (error instanceof ApiError) return error;
		throw error;
	});
	await blocker;
	return ad instanceof ApiError ? new Response(ad.message, { status: ad.status }) : new Response(ad.title);
}

const getStatus = async (id: number) => (await fetch(`${server.address}/feed/${id}/lamp`)).status;

describe('page cache', () => {
	beforeAll(async () => {
		server = await startTestServer({ render, getSearchParamNames: () => ['page'] });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());

	test('renders a page once for all visitors', async () => {
		const id = await seedAd(server, await signUp(server));
		await expect
			.poll(async () => {
				const before = rendered;
				const statuses = [await getStatus(id), await getStatus(id), await getStatus(id)];
				return [...statuses, rendered - before <= 1];
			})
			.toEqual([200, 200, 200, true]);
	});

	test('redirects every other slug and case to one address, and renders nothing for it', async () => {
		const seller = await signUp(server);
		const id = await seedAd(server, seller);
		const { title } = await seller.client.getAd({ params: { id: String(id) } });
		const { id: talk } = await seller.client.createPost({ body: { kind: 'talk', text: 'A long talk' } });
		const visit = (path: string) => fetch(server.address + path, { redirect: 'manual' });
		const ad = adPath({ id, format: 'image', title });
		const profile = `/profile/user/${seller.session.user_name}`;
		const paths: [string, string][] = [
			[`/feed/${id}/x`, ad],
			[`/Feed/${id}/x/?utm_source=x`, ad],
			[`/feed/${id}/%E2%82%A6`, ad],
			[`/sellervideos/${id}/x`, ad],
			[`/a/${id}`, ad],
			[`/mypromotalk/${talk}/x`, `/mypromotalk/${talk}/a-long-talk`],
			[`/picture/${talk}`, `/mypromotalk/${talk}/a-long-talk`],
			[profile.toUpperCase(), profile],
			[`${profile}/Shop/`, `${profile}/shop`],
		];
		const before = rendered;
		for (const [path, location] of paths) {
			for (let time = 0; time < 2; time += 1) {
				const response = await visit(path);
				expect([path, response.status, response.headers.get('location')]).toEqual([path, 301, location]);
			}
		}
		expect(rendered).toBe(before);
		expect((await visit(ad)).status).toBe(200);
		for (const path of ['/feed/999999999/x', `/feed/${id}`, `/feed/${id}/x/y`])
			expect((await visit(path)).status).not.toBe(301);
	});

	test('keeps declared parameters in a redirect', async () => {
		const id = await seedAd(server, await signUp(server));
		const response = await fetch(`${server.address}/feed/${id}/x?page=2&other=3`, { redirect: 'manual' });
		expect(response.headers.get('location')).toMatch(/\?page=2$/);
	});

	test('keeps a page with the card of the market when an ad is posted, and drops it when the card changes', async () => {
		const readCard = async () => (await fetch(`${server.address}/card`)).text();
		await server.feed.marketCards.refresh();
		await expect
			.poll(async () => {
				await readCard();
				const before = rendered;
				await seedAd(server, await signUp(server));
				await readCard();
				return rendered - before;
			})
			.toBe(0);
		const card = await readCard();
		await postPictureAd(await signUp(server));
		await server.feed.marketCards.refresh();
		expect(await readCard()).not.toBe(card);
	});

	test('does not cache a page whose ad changes while it is rendered', async () => {
		const seller = await signUp(server);
		const [id, other] = [await seedAd(server, seller), await seedAd(server, seller)];
		let release = () => {};
		blocker = new Promise((resolve) => {
			release = resolve;
		});
		const before = rendered;
		const page = fetch(`${server.address}/feed/${id}/lamp`);
		await expect.poll(() => rendered).toBe(before + 1);
		for (const [ad, title] of [
			[other, 'Another lamp'],
			[id, 'A new name'],
		] as const) {
			await seller.client.updateAd({ params: { id: String(ad) }, body: { title } });
		}
		release();
		blocker = undefined;
		await (await page).text();
		expect(await (await fetch(`${server.address}/feed/${id}/lamp`)).text()).toBe('A new name');
	});

	test('drops a page when its ad is hidden, and serves it again when it is unhidden', async () => {
		const id = await seedAd(server, await signUp(server));
		expect(await getStatus(id)).toBe(200);
		const reporter = await signUp(server);
		await reporter.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
		const found = (await admin.client.listReports({ query: {} })).items.find(({ target }) => target.id === id);
		const params = { id: String(found?.id) };
		const decision = await admin.client.decideReports({ params, body: { decision: 'hide', reason: 'Not yours.' } });
		expect(await getStatus(id)).toBe(404);
		await admin.client.liftDecision({ params: { id: String(decision.id) }, body: { reason: 'We were wrong.' } });
		expect(await getStatus(id)).toBe(200);
	});
});
