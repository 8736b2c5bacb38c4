import type { Page } from 'playwright-core';
import { courses } from '../../contract/course-catalogue.ts';
import type { PostKind } from '../../contract/posts.ts';
import { expectHeading } from './expect.ts';
import { threeSquares } from './files.ts';
import type { Market } from './market.ts';
import { clientAt, clientOf, elsewhere, operator, signedUp, submitLogIn } from './people.ts';
import { postAd, sendPhoto } from './selling.ts';
import { settled } from './settled.ts';
import { type Theme, violations } from './violations.ts';

type Size = 'phone' | 'desk';

interface Visit {
	market: Market;
	size: Size;
	page: Page;
}

interface Place {
	path: string;
	/** Said by its first heading. */
	heading: string | RegExp;
	/** Everybody may see it, and search engines may name it. */
	open?: true;
	/** What appears on it, by its name, and how; Escape closes it. */
	faces?: Record<string, (page: Page) => Promise<unknown>>;
}

/** Colours are the same at each size, so that the dark ones need to be seen at one. */
const themes = { phone: ['light', 'dark'], desk: ['light'] } satisfies Record<Size, Theme[]>;

async function check({ market, size, page }: Visit, { path, heading, open, faces = {} }: Place): Promise<string[]> {
	await page.goto(path);
	await expectHeading(page, heading);
	await settled(page);
	const problems = await violations(page, themes[size]);
	const headings = await page.getByRole('heading', { level: 1 }).count();
	if (headings !== 1) problems.push(`${headings} headings of the first level`);
	// The specification gives the administrators' entrance its title.
	if (!/\S.* · Kasuwa$|^Kasuwa · \S|^Admin$/.test(await page.title()))
		problems.push(`the title is '${await page.title()}'`);
	if (open) {
		const canonical = page.locator('head link[rel="canonical"]');
		const address = (await canonical.count()) === 1 ? await canonical.getAttribute('href') : null;
		if (!address?.startsWith(`${market.address}/`)) problems.push(`the canonical link is ${address}`);
	} else if ((await page.locator('head meta[name="robots"][content="noindex"]').count()) !== 1) {
		problems.push('search engines are not kept away');
	}
	for (const [name, show] of Object.entries(faces)) {
		await show(page);
		problems.push(...(await violations(page, themes[size])).map((problem) => `${name}: ${problem}`));
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		await page.getByRole('menu').waitFor({ state: 'detached' });
	}
	return problems.map((problem) => `${path}: ${problem}`);
}

async function checkAll(visit: Visit, places: Place[]): Promise<string[]> {
	const problems: string[] = [];
	for (const place of places) problems.push(...(await check(visit, place)));
	return problems;
}

const shown = (page: Page, role: 'dialog' | 'menu' = 'dialog') => page.getByRole(role).waitFor();

async function share(page: Page) {
	await page.getByRole('main').getByRole('button', { name: 'Share' }).first().click();
	await shown(page);
}

/** A visitor is asked to log in. */
async function like(page: Page) {
	await page
		.getByRole('main')
		.getByRole('button', { name: /^Like, / })
		.first()
		.click();
	await shown(page);
}

async function lookCloser(page: Page) {
	await page
		.getByRole('button', { name: /look closer/ })
		.first()
		.click();
	await shown(page);
}

async function menu(page: Page) {
	await page
		.getByRole('main')
		.getByRole('button', { name: /^More about / })
		.first()
		.click();
	await shown(page, 'menu');
}

async function report(page: Page) {
	await menu(page);
	await page.getByRole('menuitem', { name: /^Report this / }).click();
	await shown(page);
	await page.getByRole('button', { name: 'Send report' }).click();
	await page.getByText('Choose a reason').waitFor();
}

/** On small screens only; beyond, all of it stands in the rail. */
async function account(page: Page) {
	const button = page.getByRole('button', { name: 'Your account' });
	if (!(await button.isVisible())) return;
	await button.click();
	await shown(page, 'menu');
}

async function why(page: Page) {
	await page.getByRole('button', { name: 'Why you see this' }).first().click();
	await page.getByText('Why you see this').first().waitFor();
}

/** The newest of the sample content. */
async function samples(market: Market) {
	const client = clientAt(market.address);
	const ads = async (format: 'image' | 'video') => (await client.getFeed({ query: { format } })).items;
	const posts = async (kind: PostKind) => (await client.listPosts({ query: { kind } })).items;
	const [[picture, other], [film]] = [await ads('image'), await ads('video')];
	const [[tweet, answered], [talk], [photo]] = [await posts('tweet'), await posts('talk'), await posts('picture')];
	return { picture, other, film, tweet, answered, talk, photo };
}

async function seenByVisitors(market: Market): Promise<Place[]> {
	const { picture, film, tweet, talk, photo } = await samples(market);
	const seller = `/profile/user/${picture?.seller.user_name}`;
	return [
		{ path: '/', heading: 'Trending now', open: true, faces: { 'share dialog': share, 'log-in dialog': like } },
		{ path: '/?category=Motorcycles', heading: 'Motorcycles', open: true },
		{ path: `/feed/${picture?.id}/it`, heading: /./, open: true, faces: { 'picture up close': lookCloser, menu } },
		{ path: `/sellervideos/${film?.id}/it`, heading: /./, open: true, faces: { 'share dialog': share } },
		{ path: seller, heading: /./, open: true, faces: { 'share dialog': share } },
		{ path: `${seller}/videos`, heading: /./, open: true },
		{ path: '/for-you', heading: 'For you', open: true, faces: { why } },
		{ path: `/mypromotweet/${tweet?.id}`, heading: /^Tweet from/, open: true },
		{ path: `/mypromotalk/${talk?.id}/it`, heading: /^Talk from/, open: true },
		{ path: `/picture/${photo?.id}`, heading: /^Picture from/, open: true },
		{ path: '/search', heading: 'Search' },
		{ path: '/search?q=gadgets', heading: 'Search' },
		{ path: '/search?q=gadgets&kind=posts', heading: 'Search' },
		{ path: '/search?q=gadgets&kind=people', heading: 'Search' },
		{ path: '/search?q=leather&max=60000&format=image&sort=cheapest', heading: 'Search' },
		{ path: '/search?q=zzzzzz', heading: 'Search' },
		{ path: '/wishlist', heading: 'Wishlist' },
		{ path: '/tweetBookmark', heading: 'Saved tweets' },
		{ path: '/talkBookmark', heading: 'Saved talks' },
		{ path: '/receivenotication', heading: 'Notifications' },
		{ path: '/sendnotication', heading: 'Send a test notification' },
		{ path: '/send', heading: 'Sending Notification Token' },
		{ path: '/offline', heading: 'Without a network' },
		{ path: '/Login', heading: 'Welcome back', open: true },
		{ path: '/forgot-password', heading: 'Forgotten your password?' },
		{ path: '/reset-password?token=x', heading: 'Choose a new password' },
		{ path: '/signup', heading: 'Open your stall', open: true },
		{ path: '/admin', heading: 'Administration' },
		{ path: '/auth/google?error=access_denied', heading: 'You are not signed in yet' },
		{ path: '/termsAndCondition', heading: 'Terms and conditions', open: true },
		{ path: '/privacy', heading: 'Privacy', open: true },
		{ path: '/learning', heading: 'Learn with Kasuwa', open: true },
		{
			path: '/learning/laravel-complete-course',
			heading: /./,
			open: true,
			faces: {
				'enrollment dialog': async (page) => {
					await page.getByRole('button', { name: 'Start Course' }).first().click();
					await shown(page);
				},
			},
		},
		...courses.slice(0, -1).map(({ id, title }): Place => ({ path: `/learning/${id}`, heading: title, open: true })),
		{ path: '/learning/no-such-course', heading: 'Course Not Found' },
		{ path: '/enrollment/made-up', heading: 'We do not know this link' },
		{ path: '/certificate', heading: 'Check a certificate', open: true },
		{ path: '/certificate/KSW-2222-2222-2222', heading: 'No certificate has this code' },
		{ path: '/learning/laravel-complete-course/modules/1', heading: 'Log in to go on learning' },
		{ path: '/learning/laravel-complete-course/modules/99', heading: 'This course has no such module' },
		{ path: '/verify-email?token=made-up', heading: 'We could not confirm your email' },
		{ path: '/decision/made-up', heading: 'We do not know this link' },
		{ path: '/nowhere', heading: 'We could not find that page' },
	];
}

/** The places of somebody who is logged in on this page, with something in each of them. */
async function seenBySellers(market: Market, page: Page): Promise<Place[]> {
	const { userName } = await signedUp(page);
	const client = await clientOf(page);
	const other = await elsewhere(market.address);
	const { picture, tweet, answered, talk } = await samples(market);
	const ids = (id: number | undefined) => ({ id: String(id) });
	const [own, sold, gone] = [
		await postAd(client, { title: 'Blue cloth', price_kobo: 700_000, place: 'Kano' }),
		await postAd(client, { title: 'Red cloth, sold' }),
		await postAd(other.client, { title: 'Gone since' }),
	];
	await client.markAdSold({ params: ids(sold.id), body: { sold: true } });
	const [tweeted] = [
		await client.createPost({ body: { kind: 'tweet', text: 'New cloth on Friday #kano' } }),
		await client.createPost({ body: { kind: 'talk', text: 'How do you price?', category: 'Motorcycles' } }),
		await client.createPost({ body: { kind: 'picture', text: 'The shop', images: [await sendPhoto(client)] } }),
	];
	for (const of of [`ads/${own.id}`, `posts/${tweeted.id}`] as const) {
		const [target, id] = of.split('/') as ['ads' | 'posts', string];
		await other.client.createComment({ params: { target, id }, body: { text: 'How much?' } });
		await other.client.like({ params: { target, id } });
	}
	await client.createComment({ params: { target: 'posts', id: String(answered?.id) }, body: { text: 'Well said' } });
	for (const id of [own.id, gone.id, Number(picture?.id)])
		await client.save({ params: { list: 'wishlist', ...ids(id) } });
	await client.save({ params: { list: 'tweets', ...ids(tweet?.id) } });
	await client.save({ params: { list: 'talks', ...ids(talk?.id) } });
	await other.client.deleteAd({ params: ids(gone.id) });

	const ownComment = (page: Page) => page.getByRole('article', { name: `Comment from ${userName}` }).first();
	const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
	return [
		{
			path: '/dashboard',
			heading: 'My uploads',
			faces: {
				'ad being changed': async (page) => {
					await press('Edit: Blue cloth')(page);
					await shown(page);
				},
				'figures of an ad': async (page) => {
					await press('Figures: Blue cloth')(page);
					await shown(page);
					await page.getByRole('heading', { name: /^The last \d+ days$/ }).waitFor();
				},
				'ad being deleted': async (page) => {
					await press('Delete Blue cloth')(page);
					await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor();
				},
			},
		},
		{ path: '/dashboard/myvideos', heading: 'My videos' },
		{
			path: '/dashboard/profileEdit',
			heading: 'Your profile',
			faces: {
				'picture being cut': async (page) => {
					await page.getByLabel('Choose a picture').setInputFiles(await threeSquares());
					await page.getByRole('slider', { name: 'Closer' }).waitFor();
				},
			},
		},
		{ path: '/dashboard/personal-Info', heading: 'Personal info' },
		{ path: '/dashboard/market', heading: 'How do you want to promote?', faces: { 'account menu': account } },
		{ path: '/dashboard/postvideo', heading: 'Upload a video' },
		{
			path: '/dashboard/postAd',
			heading: 'Promote with pictures',
			faces: {
				'what is missing': press('Post ad'),
				'picture chosen': async (page) => {
					await page.getByLabel('Choose pictures').setInputFiles(await threeSquares());
					await page.getByText('1 of 8').waitFor();
				},
			},
		},
		{ path: '/dashboard/UserProfile/post', heading: 'Post a picture' },
		{ path: '/dashboard/password', heading: 'Change password' },
		{ path: '/share-target', heading: 'Nothing has arrived' },
		{ path: '/notifications', heading: 'Notifications' },
		{ path: '/dashboard/notifications', heading: 'Notifications' },
		{ path: '/dashboard/security', heading: 'Security' },
		{ path: '/dashboard/decisions', heading: 'Decisions' },
		{ path: '/dashboard/learn-with-kasuwa', heading: 'Learn with Kasuwa' },
		{ path: '/dashboard/admin', heading: 'Only administrators come in here' },
		{
			path: '/mypromotweet',
			heading: 'Promote a tweet',
			faces: { 'what is missing': press('Post tweet'), 'tweet being changed': press('Edit this tweet') },
		},
		{ path: '/mypromotalk', heading: 'Promote a talk' },
		{ path: `/profile/user/${userName}`, heading: userName, open: true },
		{
			path: `/mypromotweet/${tweeted.id}`,
			heading: /^Tweet from/,
			open: true,
			faces: { answer: press(/^Reply to /) },
		},
		{
			path: `/mypromotweet/${answered?.id}`,
			heading: /^Tweet from/,
			open: true,
			faces: {
				'report dialog': report,
				'comment being changed': async (page) => {
					await ownComment(page).getByRole('button', { name: 'Edit' }).click();
					await page.getByLabel('Your comment').fill('Very well said');
					await page.getByLabel('Your comment').press('Escape');
					await page.getByText('Leave without saving?').waitFor();
				},
				'comment being deleted': async (page) => {
					await ownComment(page).getByRole('button', { name: 'Delete' }).click();
					await shown(page);
				},
			},
		},
		{ path: `/feed/${sold.id}/it`, heading: 'Red cloth, sold', open: true },
		{
			path: '/for-you',
			heading: 'For you',
			open: true,
			faces: {
				why,
				'less of a seller': async (page) => {
					await press(/^Nothing from /)(page);
					await page.getByRole('button', { name: 'Undo' }).waitFor();
				},
			},
		},
		{ path: '/wishlist', heading: 'Wishlist' },
		{ path: '/tweetBookmark', heading: 'Saved tweets' },
		{ path: '/talkBookmark', heading: 'Saved talks' },
	];
}

/** Once logged in on this page. */
async function seenByAdministrators(page: Page): Promise<Place[]> {
	await page.goto('/Login');
	await submitLogIn(page, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD);
	await page.waitForURL((url) => url.pathname !== '/Login');
	return [
		{ path: '/dashboard/admin', heading: 'Overview' },
		{ path: '/dashboard/admin/accounts', heading: 'Accounts' },
		{ path: '/dashboard/admin/accounts?q=nobody-like-this', heading: 'Accounts' },
		{ path: '/dashboard/admin/enrollments', heading: 'Enrollments' },
		{ path: '/dashboard/admin/reports', heading: 'Reports' },
		{ path: '/dashboard/admin/courses', heading: 'Course content' },
		{ path: '/dashboard/admin/courses/laravel-complete-course/1', heading: /./ },
		{ path: '/dashboard/admin/audit', heading: 'Audit log' },
	];
}

/** Looks over every page as a visitor, a seller and an administrator see it, and names what is wrong with it. */
export async function everyPage(market: Market, size: Size): Promise<string[]> {
	market.allow(/status of 404/, /status of 4\d\d .*\/api\/email\/verify/);
	const plain = { reducedMotion: 'reduce', deviceScaleFactor: 1 } as const;
	const visitor = await market[size](plain);
	const seller = await market[size](plain);
	const administrator = await market[size](plain);
	// Side by side: each waits for its page most of the time.
	const problems = await Promise.all([
		seenByVisitors(market).then((places) => checkAll({ market, size, page: visitor }, places)),
		seenBySellers(market, seller).then((places) => checkAll({ market, size, page: seller }, places)),
		seenByAdministrators(administrator).then((places) => checkAll({ market, size, page: administrator }, places)),
	]);
	return problems.flat();
}
