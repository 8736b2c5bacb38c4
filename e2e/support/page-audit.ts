import type { Page } from '@playwright/test';
import { matchRoutes } from 'react-router';
import * as messages from '../../contract/core/messages.ts';
import { marketWebhooksPath, webhooksPath } from '../../contract/core/page-paths.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import { listPageFiles, listPagePaths } from '../../main/testing/page-paths.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import * as certificateText from '../../text/shared/certificate.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactCheckText from '../../text/shared/contact-check.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as learningText from '../../text/shared/learning.ts';
import * as legalRequestText from '../../text/shared/legal-request.ts';
import * as pushTestText from '../../text/shared/push-test.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminSettingsText from '../../text/web/admin-settings.ts';
import * as adminVerificationsText from '../../text/web/admin-verifications.ts';
import * as chooseFormatText from '../../text/web/choose-format.ts';
import * as commentsText from '../../text/web/comments.ts';
import * as courseText from '../../text/web/course.ts';
import * as dataProtectionText from '../../text/web/data-protection.ts';
import * as decisionsText from '../../text/web/decisions.ts';
import * as editProfileText from '../../text/web/edit-profile.ts';
import * as errorsText from '../../text/web/errors.ts';
import * as forYouText from '../../text/web/for-you.ts';
import * as googleText from '../../text/web/google.ts';
import * as importText from '../../text/web/import.ts';
import * as lessonText from '../../text/web/lesson.ts';
import * as logInText from '../../text/web/log-in.ts';
import * as mediaText from '../../text/web/media.ts';
import * as offlineText from '../../text/web/offline.ts';
import * as ownAdsText from '../../text/web/own-ads.ts';
import * as pageTitlesText from '../../text/web/page-titles.ts';
import * as passwordsText from '../../text/web/passwords.ts';
import * as personalInfoText from '../../text/web/personal-info.ts';
import * as postAdText from '../../text/web/post-ad.ts';
import * as postVideoText from '../../text/web/post-video.ts';
import * as postsText from '../../text/web/posts.ts';
import * as promoteText from '../../text/web/promote.ts';
import * as reportText from '../../text/web/report.ts';
import * as securityText from '../../text/web/security.ts';
import * as shareTargetText from '../../text/web/share-target.ts';
import * as sharingText from '../../text/web/sharing.ts';
import * as shopCardText from '../../text/web/shop-card.ts';
import * as signUpText from '../../text/web/sign-up.ts';
import * as statsText from '../../text/web/stats.ts';
import * as termsText from '../../text/web/terms.ts';
import * as undoNumbersText from '../../text/web/undo-numbers.ts';
import * as verificationText from '../../text/web/verification.ts';
import * as verifyEmailText from '../../text/web/verify-email.ts';
import * as videosText from '../../text/web/videos.ts';
import { findHorizontalOverflow, findViolations } from './accessibility.ts';
import { postAd, uploadPhoto } from './ads.ts';
import { expectHeading } from './expect.ts';
import type { MarketFixture } from './market-fixture.ts';
import { makePictureOfThreeSquares } from './media-files.ts';
import { createApiClientAt, createApiClientForPage, createOtherUser, logInAsAdministrator, signUp } from './people.ts';
import { waitUntilSettled } from './settle.ts';

interface PageCase {
	path: string;
	heading: string | RegExp;
	/** Whether search engines may index the page. Other pages must have `noindex`. `unknown` allows either. */
	isIndexed?: true | 'unknown';
	/** Functions that open the page's dialogs and menus, by name. The Escape key closes each of them. */
	overlays?: Record<string, (page: Page) => Promise<unknown>>;
}

const postHeading = (kind: PostKind) => new RegExp(`^${postsText.title(postsText.kindNames[kind], '')}`);

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

async function check(
	market: MarketFixture,
	page: Page,
	{ path, heading, isIndexed, overlays = {} }: PageCase,
): Promise<string[]> {
	await page.goto(path);
	await expectHeading(page, heading);
	await waitUntilSettled(page);
	const problems = await findViolations(page);
	const headings = await page.getByRole('heading', { level: 1 }).count();
	if (headings !== 1) problems.push(`${headings} headings of the first level`);
	const { title, excluding, canonical } = await readHead(page);
	// All titles contain 'Kasuwa', except that of the administrators' login page, which the specification sets to 'Admin'.
	if (!/\S.* · Kasuwa$|^Kasuwa · \S|^Admin$/.test(title)) problems.push(`the title is '${title}'`);
	const isExcluded = excluding === 1;
	if (isIndexed === 'unknown' ? !isExcluded : isIndexed) {
		if (canonical.length !== 1 || !canonical[0]?.startsWith(`${market.address}/`))
			problems.push(`the canonical link is ${canonical}`);
	} else if (!isExcluded) {
		problems.push('the page has no noindex');
	}
	for (const [name, show] of Object.entries(overlays)) {
		await show(page);
		problems.push(...(await findViolations(page)).map((problem) => `${name}: ${problem}`));
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		await page.getByRole('menu').waitFor({ state: 'detached' });
	}
	await page.setViewportSize(desktop);
	await waitUntilSettled(page);
	problems.push(...(await findHorizontalOverflow(page)));
	await page.setViewportSize(phone);
	return problems.map((problem) => `${path}: ${problem}`);
}

/** Reads the title of a page, the number of its `noindex` and its canonical links. */
const readHead = (page: Page) =>
	page.evaluate(() => ({
		title: document.title,
		excluding: document.head.querySelectorAll('meta[name="robots"][content="noindex"]').length,
		canonical: Array.from(document.head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]'), (link) =>
			link.getAttribute('href'),
		),
	}));

const waitForOverlay = (page: Page, role: 'dialog' | 'menu' = 'dialog') => page.getByRole(role).waitFor();

async function share(page: Page) {
	await page.getByRole('main').getByRole('button', { name: sharingText.share }).first().click();
	await waitForOverlay(page);
}

async function like(page: Page) {
	await page
		.getByRole('main')
		.getByRole('button', { name: /^Like, / })
		.first()
		.click();
	await waitForOverlay(page);
}

async function openLightbox(page: Page) {
	await page
		.getByRole('button', { name: /zoom in/ })
		.first()
		.click();
	await waitForOverlay(page);
}

/** Opens a sheet over the video on the screen of the video feed. */
function showSheet(button: string | RegExp) {
	return async (page: Page) => {
		await page.locator('article:not([inert])').getByRole('button', { name: button }).click();
		await waitForOverlay(page);
	};
}

async function menu(page: Page) {
	await page
		.getByRole('main')
		.getByRole('button', { name: /^More about / })
		.first()
		.click();
	await waitForOverlay(page, 'menu');
}

async function report(page: Page) {
	await menu(page);
	await page.getByRole('menuitem', { name: /^Report this / }).click();
	await waitForOverlay(page);
	await page.getByRole('button', { name: reportText.send }).click();
	await page.getByText(validationText.reasonMissing).waitFor();
}

async function account(page: Page) {
	const button = page.getByRole('button', { name: layoutText.menu });
	await button.click();
	await waitForOverlay(page, 'menu');
}

async function why(page: Page) {
	await page.getByRole('button', { name: forYouText.why }).first().click();
	await page.getByText(forYouText.why).first().waitFor();
}

async function getSamples(market: MarketFixture) {
	const client = createApiClientAt(market.address);
	const ads = async (format: 'image' | 'video') => (await client.getFeed({ query: { format } })).items;
	const posts = async (kind: PostKind) => (await client.listPosts({ query: { kind } })).items;
	const [[picture, other], [film]] = [await ads('image'), await ads('video')];
	const [[tweet, answered], [talk], [photo]] = [await posts('tweet'), await posts('talk'), await posts('picture')];
	return { picture, other, film, tweet, answered, talk, photo };
}

async function listVisitorPages(market: MarketFixture): Promise<PageCase[]> {
	const { picture, film, tweet, talk, photo } = await getSamples(market);
	const seller = `/profile/user/${picture?.seller.user_name}`;
	return [
		{
			path: '/',
			heading: pageTitlesText.trending,
			isIndexed: true,
		},
		{ path: '/?category=Motorcycles', heading: 'Motorcycles', isIndexed: true },
		{
			path: `/feed/${picture?.id}/it`,
			heading: /./,
			isIndexed: true,
			overlays: { lightbox: openLightbox, menu, 'share dialog': share, 'login dialog': like },
		},
		{ path: `/sellervideos/${film?.id}/it`, heading: /./, isIndexed: true, overlays: { 'share dialog': share } },
		{
			path: `/videos?from=${film?.id}`,
			heading: commonText.videos,
			isIndexed: true,
			overlays: { 'contact sheet': showSheet(videosText.contact), 'sheet of more actions': showSheet(/^More about /) },
		},
		{ path: seller, heading: /./, isIndexed: true, overlays: { 'share dialog': share } },
		{ path: `${seller}/shop`, heading: /./, isIndexed: true },
		{ path: `${seller}/shop?q=nothing`, heading: /./ },
		{ path: `${seller}/videos`, heading: /./, isIndexed: true },
		{ path: `${seller}/reviews`, heading: /./, isIndexed: true },
		{ path: '/for-you', heading: pageTitlesText.forYou, isIndexed: true, overlays: { why } },
		{ path: `/mypromotweet/${tweet?.id}`, heading: postHeading('tweet'), isIndexed: true },
		{ path: `/mypromotalk/${talk?.id}/it`, heading: postHeading('talk'), isIndexed: true },
		{ path: `/picture/${photo?.id}`, heading: postHeading('picture'), isIndexed: true },
		{ path: '/search', heading: commonText.search },
		{ path: '/search?q=gadgets', heading: commonText.search },
		{ path: '/search?q=gadgets&kind=posts', heading: commonText.search },
		{ path: '/search?q=gadgets&kind=people', heading: commonText.search },
		{ path: '/search?q=leather&max=60000&format=image&sort=cheapest', heading: commonText.search },
		{ path: '/search?q=zzzzzz', heading: commonText.search },
		{ path: '/wishlist', heading: commonText.wishlist },
		{ path: '/tweetBookmark', heading: pageTitlesText.savedTweets },
		{ path: '/talkBookmark', heading: pageTitlesText.savedTalks },
		{ path: '/receivenotication', heading: commonText.notifications },
		{ path: '/sendnotication', heading: pushTestText.title },
		{ path: '/send', heading: messages.notificationTokenHeading },
		{ path: '/offline', heading: offlineText.title },
		{ path: '/Login', heading: logInText.title, isIndexed: true },
		{ path: '/forgot-password', heading: passwordsText.forgotten },
		{ path: '/reset-password?token=x', heading: passwordsText.chooseNew },
		{ path: '/undo-email?token=x', heading: passwordsText.undoEmail },
		{ path: '/signup', heading: signUpText.title, isIndexed: true },
		{ path: '/admin', heading: commonText.administration },
		{ path: '/auth/google?error=access_denied', heading: googleText.notSignedIn },
		{ path: '/termsAndCondition', heading: termsText.title, isIndexed: true },
		{ path: '/privacy', heading: commonText.privacy, isIndexed: true },
		{ path: '/learning', heading: learningText.title(defaultBrand.name), isIndexed: true },
		{
			path: '/learning/laravel-complete-course',
			heading: /./,
			isIndexed: true,
			overlays: {
				'enrollment dialog': async (page) => {
					await page.getByRole('button', { name: courseText.start }).first().click();
					await waitForOverlay(page);
				},
			},
		},
		...courses
			.slice(0, -1)
			.map(({ id, title }): PageCase => ({ path: `/learning/${id}`, heading: title, isIndexed: true })),
		{ path: '/learning/no-such-course', heading: messages.courseNotFound },
		{ path: '/enrollment/made-up', heading: commonText.linkUnknown },
		{ path: '/certificate', heading: certificateText.checkTitle, isIndexed: true },
		{ path: '/certificate/KSW-2222-2222-2222', heading: certificateText.notFound },
		{ path: '/learning/laravel-complete-course/modules/1', heading: /./, isIndexed: true },
		{ path: '/learning/laravel-complete-course/modules/2', heading: lessonText.logInTitle },
		{ path: '/learning/laravel-complete-course/modules/99', heading: lessonText.noSuchModule },
		{ path: '/verify-email?token=made-up', heading: verifyEmailText.failedTitle },
		{ path: '/legal-request', heading: legalRequestText.title, isIndexed: true },
		{ path: '/legal-request/made-up', heading: legalRequestText.unknown },
		{ path: '/undo-numbers?token=made-up', heading: undoNumbersText.title },
		{ path: '/decision/made-up', heading: commonText.linkUnknown },
		{ path: '/contact/@nobody/whatsapp/check', heading: contactCheckText.failed },
		{ path: '/nowhere', heading: errorsText.notFoundTitle },
	];
}

/** Signs up on `page`, fills the account with content and lists the account's pages. */
async function listSellerPages(market: MarketFixture, page: Page): Promise<PageCase[]> {
	const { userName } = await signUp(page);
	const client = await createApiClientForPage(page);
	const other = await createOtherUser(market.address);
	const { picture, tweet, answered, talk } = await getSamples(market);
	const ids = (id: number | undefined) => ({ id: String(id) });
	const [own, sold, deleted] = [
		await postAd(client, { title: 'Blue cloth', price_kobo: 700_000, place: 'Kano' }),
		await postAd(client, { title: 'Red cloth, sold' }),
		await postAd(other.client, { title: 'Gone since' }),
	];
	await client.markAdSold({ params: ids(sold.id), body: { sold: true } });
	const [tweeted] = [
		await client.createPost({ body: { kind: 'tweet', text: 'New cloth on Friday #kano' } }),
		await client.createPost({ body: { kind: 'talk', text: 'How do you price?', category: 'Motorcycles' } }),
		await client.createPost({ body: { kind: 'picture', text: 'The shop', images: [await uploadPhoto(client)] } }),
	];
	for (const path of [`ads/${own.id}`, `posts/${tweeted.id}`] as const) {
		const [target, id] = path.split('/') as ['ads' | 'posts', string];
		await other.client.createComment({ params: { target, id }, body: { text: 'How much?' } });
		await other.client.like({ params: { target, id } });
	}
	await client.createComment({ params: { target: 'posts', id: String(answered?.id) }, body: { text: 'Well said' } });
	for (const id of [own.id, deleted.id, Number(picture?.id)])
		await client.save({ params: { list: 'wishlist', ...ids(id) } });
	await client.save({ params: { list: 'tweets', ...ids(tweet?.id) } });
	await client.save({ params: { list: 'talks', ...ids(talk?.id) } });
	await other.client.deleteAd({ params: ids(deleted.id) });

	const ownComment = (page: Page) => page.getByRole('article', { name: commentsText.commentFrom(userName) }).first();
	const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
	return [
		{
			path: '/dashboard',
			heading: userName,
			overlays: {
				'edit ad dialog': async (page) => {
					await press(`${commonText.edit}: Blue cloth`)(page);
					await waitForOverlay(page);
				},
				'stats dialog': async (page) => {
					await press(`${statsText.title}: Blue cloth`)(page);
					await waitForOverlay(page);
					await page.getByRole('heading', { name: /^Last \d+ days$/ }).waitFor();
				},
				'delete ad dialog': async (page) => {
					await press(ownAdsText.deleteAd('Blue cloth'))(page);
					await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor();
				},
			},
		},
		{ path: '/dashboard/myvideos', heading: ownAdsText.myVideos },
		{ path: '/dashboard/import', heading: importText.title },
		{ path: '/dashboard/saved-searches', heading: savedSearchesText.title },
		{
			path: '/dashboard/profileEdit',
			heading: editProfileText.title,
			overlays: {
				'crop dialog': async (page) => {
					await page.getByLabel(commonText.choosePicture).setInputFiles(await makePictureOfThreeSquares());
					await page.getByRole('slider', { name: mediaText.cropZoom }).waitFor();
				},
			},
		},
		{ path: '/dashboard/personal-Info', heading: personalInfoText.title },
		{ path: '/dashboard/verification', heading: verificationText.title },
		{ path: '/dashboard/market', heading: chooseFormatText.title, overlays: { 'account menu': account } },
		{ path: '/dashboard/postvideo', heading: postVideoText.heading },
		{
			path: '/dashboard/postAd',
			heading: postAdText.heading,
			overlays: {
				'validation errors': press(postAdText.submit),
				'chosen picture': async (page) => {
					await page.getByLabel(mediaText.choosePictures).setInputFiles(await makePictureOfThreeSquares());
					await page.getByText('1 of 8').waitFor();
				},
			},
		},
		{ path: '/dashboard/UserProfile/post', heading: promoteText.titles.picture },
		{ path: '/dashboard/password', heading: commonText.changePassword },
		{ path: '/share-target', heading: shareTargetText.emptyTitle },
		{ path: '/notifications', heading: commonText.notifications },
		{ path: '/dashboard/notifications', heading: commonText.notifications },
		{ path: '/dashboard/security', heading: securityText.title },
		{ path: '/dashboard/api-tokens', heading: apiTokensText.title },
		{ path: webhooksPath, heading: webhooksText.title },
		{ path: '/dashboard/shop-card', heading: shopCardText.title },
		{ path: '/dashboard/decisions', heading: decisionsText.title },
		{ path: '/dashboard/learn-with-kasuwa', heading: learningText.title(defaultBrand.name) },
		{ path: '/dashboard/admin', heading: adminText.closedTitle },
		{
			path: '/mypromotweet',
			heading: promoteText.titles.tweet,
			overlays: {
				'validation errors': press(promoteText.actions.tweet),
				'tweet editor': press(postsText.editPost(postsText.kindWords.tweet)),
			},
		},
		{ path: '/mypromotalk', heading: promoteText.titles.talk },
		{ path: `/profile/user/${userName}`, heading: userName, isIndexed: true },
		{ path: `/profile/user/${userName}/shop`, heading: userName, isIndexed: true },
		{
			path: `/mypromotweet/${tweeted.id}`,
			heading: postHeading('tweet'),
			isIndexed: true,
			overlays: { reply: press(/^Reply to /) },
		},
		{
			path: `/mypromotweet/${answered?.id}`,
			heading: postHeading('tweet'),
			isIndexed: true,
			overlays: {
				'report dialog': report,
				'comment editor': async (page) => {
					await ownComment(page).getByRole('button', { name: commonText.edit }).click();
					await page.getByLabel(commentsText.yourComment).fill('Very well said');
					await page.getByLabel(commentsText.yourComment).press('Escape');
					await page.getByText(commonText.leaveWithoutSaving).waitFor();
				},
				'delete comment dialog': async (page) => {
					await ownComment(page).getByRole('button', { name: commonText.deleteIt }).click();
					await waitForOverlay(page);
				},
			},
		},
		{ path: `/feed/${sold.id}/it`, heading: 'Red cloth, sold', isIndexed: true },
		{
			path: '/for-you',
			heading: pageTitlesText.forYou,
			isIndexed: true,
			overlays: {
				why,
				'muted seller': async (page) => {
					await press(/^Hide everything from /)(page);
					await page.getByRole('button', { name: commonText.undo }).waitFor();
				},
			},
		},
		{ path: '/wishlist', heading: commonText.wishlist },
		{ path: '/tweetBookmark', heading: pageTitlesText.savedTweets },
		{ path: '/talkBookmark', heading: pageTitlesText.savedTalks },
	];
}

/** Logs in as the administrator on `page` and lists the administration pages. */
async function listAdminPages(market: MarketFixture, page: Page): Promise<PageCase[]> {
	await logInAsAdministrator(market, page, '/dashboard');
	return [
		{ path: '/dashboard/admin', heading: adminText.overview },
		{ path: '/dashboard/admin/accounts', heading: adminText.accounts },
		{ path: '/dashboard/admin/accounts?q=nobody-like-this', heading: adminText.accounts },
		{ path: '/dashboard/admin/enrollments', heading: adminText.enrollments },
		{ path: '/dashboard/admin/reports', heading: adminText.reports },
		{ path: '/dashboard/admin/verifications', heading: adminVerificationsText.title },
		{ path: '/dashboard/admin/courses', heading: adminText.courseContent },
		{ path: '/dashboard/admin/courses/laravel-complete-course/1', heading: /./ },
		{ path: '/dashboard/admin/data-protection', heading: dataProtectionText.title },
		{ path: '/dashboard/admin/data-protection/breaches', heading: dataProtectionText.title },
		{ path: '/dashboard/admin/data-protection/record', heading: dataProtectionText.title },
		{ path: '/dashboard/admin/audit', heading: adminText.auditLog },
		{ path: '/dashboard/admin/settings', heading: adminSettingsText.title },
		{ path: marketWebhooksPath, heading: webhooksText.title },
	];
}

const pageLists = { visitors: listVisitorPages, sellers: listSellerPages, administrators: listAdminPages };

type Audience = keyof typeof pageLists;

function getAudience(pattern: string): Audience {
	if (pattern.startsWith('/dashboard/admin')) return 'administrators';
	return pattern.startsWith('/dashboard') ? 'sellers' : 'visitors';
}

/** Lists the pages of `web/routes.ts` for one audience that `listed` does not contain, with example parameters. */
async function listOtherPages(
	market: MarketFixture,
	audience: Audience,
	listed: readonly PageCase[],
): Promise<PageCase[]> {
	const files = listPageFiles();
	const routes = Array.from(files.keys(), (path) => ({ path }));
	const findFile = (path: string) =>
		files.get(matchRoutes(routes, new URL(path, market.address).pathname)?.at(-1)?.route.path ?? '');
	const checked = new Set(listed.map(({ path }) => findFile(path)));
	const { picture, film, tweet } = await getSamples(market);
	const paths = listPagePaths({
		ad: String(picture?.id),
		video: String(film?.id),
		post: String(tweet?.id),
		user_name: picture?.seller.user_name ?? '',
	});
	return [...paths].flatMap(([pattern, path]) =>
		getAudience(pattern) === audience && !checked.has(files.get(pattern))
			? [{ path, heading: /./, isIndexed: 'unknown' }]
			: [],
	);
}

/** Checks every page of one audience on a phone in both themes, and the page's width on a desktop. Returns the problems. */
export async function findPageProblems(market: MarketFixture, people: Audience): Promise<string[]> {
	market.allowErrors(/status of 404/, /status of 4\d\d .*\/api\/email\/verify/);
	const page = await market.newPhonePage({ deviceScaleFactor: 1, viewport: phone });
	const problems: string[] = [];
	const listed = await pageLists[people](market, page);
	for (const pageCase of [...listed, ...(await listOtherPages(market, people, listed))])
		problems.push(...(await check(market, page, pageCase)));
	return problems;
}
