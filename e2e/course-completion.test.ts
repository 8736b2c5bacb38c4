import type { Page } from '@playwright/test';
import { findCourse } from '../contract/courses/course-catalogue.ts';
import { getRightAnswers, passChecks } from '../server/testing/pass-checks.ts';
import * as certificateText from '../text/shared/certificate.ts';
import * as commonText from '../text/shared/common.ts';
import * as layoutText from '../text/shared/layout.ts';
import * as adminText from '../text/web/admin.ts';
import * as adminCoursesText from '../text/web/admin-courses.ts';
import * as controlsText from '../text/web/controls.ts';
import * as lessonText from '../text/web/lesson.ts';
import * as mediaText from '../text/web/media.ts';
import * as checkText from '../text/web/module-check.ts';
import { findViolations } from './support/accessibility.ts';
import { offlineErrorPatterns } from './support/browser-errors.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { createLearner } from './support/learners.ts';
import { makeVideo } from './support/media-files.ts';
import { administrator, createApiClientForPage, logOut, submitLogin } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const courseId = 'laravel-complete-course';
const modules = findCourse(courseId)?.modules ?? [];
const lesson = (module: number) => `/learning/${courseId}/modules/${module}`;
const percent = (page: Page) => page.getByRole('progressbar', { name: /^Progress in/ }).getAttribute('aria-valuenow');
const tick = (page: Page) => page.getByRole('button', { name: lessonText.markAsDone });

/** Chooses options of the first questions of a check and sends the answers. */
async function answerCheck(page: Page, answers: readonly number[]) {
	for (const [index, answer] of answers.entries()) {
		await page
			.getByRole('group', { name: `${index + 1}.` })
			.getByRole('radio')
			.nth(answer)
			.check();
	}
	await page.getByRole('button', { name: checkText.send }).click();
}

/** Waits until the app has sent every change of the course progress. */
async function waitUntilSent(page: Page) {
	await eventually(() => page.evaluate(() => localStorage.getItem('lesson-ticks'))).toBeNull();
}

test('completes every module, one of them offline, and issues the certificate', async ({ market }) => {
	const page = await market.newPhonePage();
	await createLearner(market, page, { courseId, name: 'Adaeze Okonkwo', next: `/learning/${courseId}/modules` });
	await page.waitForURL(lesson(1));
	await expectHeading(page, modules[0] ?? '');
	expect(await percent(page)).toBe('0');
	await page.getByRole('heading', { name: lessonText.liveTitle }).waitFor();
	expect(await page.getByRole('link', { name: lessonText.askOnWhatsapp }).getAttribute('href')).toMatch(
		/^https:\/\/wa\.me\/\?text=/,
	);

	await tick(page).click();
	await eventually(() => percent(page)).toBe('12');
	await page.getByRole('link', { name: 'Next' }).click();
	await expectHeading(page, modules[1] ?? '');
	await page.getByRole('heading', { name: lessonText.liveTitle }).waitFor();

	await waitUntilSent(page);
	market.allowErrors(...offlineErrorPatterns);
	await page.context().setOffline(true);
	await tick(page).click();
	await eventually(() => percent(page)).toBe('25');
	await page.getByText('1 completed module will sync when you are online.').waitFor();
	await page.context().setOffline(false);
	await page.getByText('1 completed module will sync').waitFor({ state: 'detached' });
	await page.reload();
	await page.getByRole('button', { name: 'Mark as not complete' }).waitFor();
	expect(await percent(page)).toBe('25');

	// The course opens at the first incomplete module.
	await page.goto(`/learning/${courseId}/modules`);
	await page.waitForURL(lesson(3));
	await expectHeading(page, modules[2] ?? '');
	const client = await createApiClientForPage(page);
	for (let module = 3; module < modules.length; module++)
		await client.setProgress({ params: { id: courseId }, body: { module, done: true } });
	await page.goto(lesson(modules.length));
	await tick(page).click();
	await page.getByRole('button', { name: 'Mark as not complete' }).waitFor();
	await waitUntilSent(page);
	// Lessons without their checks give no certificate.
	await page.getByRole('heading', { name: lessonText.checksLeftTitle }).waitFor();
	await eventually(() => percent(page)).toBe('100');
	expect(await page.getByRole('link', { name: lessonText.seeCertificate }).count()).toBe(0);
	await page
		.getByRole('article')
		.getByRole('link', { name: modules[0] ?? '' })
		.click();
	await page.waitForURL(`${lesson(1)}#check`);
	await expect(page.getByRole('heading', { name: lessonText.checkTitle })).toBeInViewport();
	const [first = 0, ...others] = getRightAnswers(courseId, 1);
	await answerCheck(page, [(first + 1) % 3, ...others]);
	await page.getByRole('heading', { name: checkText.notPassedTitle(3, 4) }).waitFor();
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await answerCheck(page, [first]);
	await page.getByRole('heading', { name: checkText.passedTitle }).waitFor();
	await page.getByText(lessonText.checksPassed(1, modules.length)).waitFor();
	await passChecks({ client }, courseId);
	await page.goto(lesson(modules.length));
	await page.getByText("Congratulations, you've completed").waitFor();
	await page.getByRole('link', { name: lessonText.seeCertificate }).click();
	await page.waitForURL(/\/certificate\//);
	const path = new URL(page.url()).pathname;

	// Logout clears unsent changes, because other people may use the device.
	await page.goto(lesson(1));
	await page.route('**/progress', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
	await page.getByRole('button', { name: 'Mark as not complete' }).click();
	await page.getByText('1 completed module will sync').waitFor();
	await logOut(page);
	const question = page.getByRole('dialog', { name: layoutText.logOutTitle });
	await question.getByText("1 action is not sent yet. You'll lose it if you log out now.").waitFor();
	await question.getByRole('button', { name: commonText.logOut }).click();
	await page.waitForURL('/');
	expect(await page.evaluate(() => localStorage.getItem('lesson-ticks'))).toBeNull();

	// The certificate page works without JavaScript.
	market.allowErrors(/ csp$/);
	const employer = await market.newDesktopPage({ javaScriptEnabled: false });
	await employer.goto(path);
	await expectHeading(employer, 'Adaeze Okonkwo');
	await employer.getByText('This certificate is genuine.').waitFor();
	await employer.getByText(certificateText.passedChecks).waitFor();
	expect(await employer.title()).toContain('Adaeze Okonkwo: Laravel');
	const pdf = (await employer.getByRole('link', { name: certificateText.downloadPdf }).getAttribute('href')) ?? '';
	const response = await employer.request.get(pdf);
	expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
	expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');

	const visitor = await market.newDesktopPage();
	await visitor.goto('/certificate');
	await visitor.getByLabel(certificateText.code).fill(` ${path.split('/').at(-1)?.toLowerCase()} `);
	await visitor.getByRole('button', { name: certificateText.check }).click();
	await expectHeading(visitor, 'Adaeze Okonkwo');
	market.allowErrors(/404/);
	expect((await visitor.goto('/certificate/KSW-NONE'))?.status()).toBe(404);
	await expectHeading(visitor, certificateText.notFound);
});

test('plays an uploaded lesson video across the expiry of its signed URL', async ({ market }) => {
	const admin = await market.newDesktopPage();
	// This test logs out, so it uses its own session.
	await admin.goto('/Login?next=/dashboard/admin/courses');
	await submitLogin(admin, administrator.ADMIN_EMAIL, administrator.ADMIN_PASSWORD);
	await expectHeading(admin, adminText.courseContent);
	await admin.getByRole('link', { name: 'Laravel: The Complete Course' }).click();
	expect(await findViolations(admin)).toEqual([]);
	await admin.getByRole('link', { name: modules[0] ?? '' }).click();
	await expectHeading(admin, modules[0] ?? '');

	const text =
		'# Your workshop\n\nInstall [PHP](https://www.php.net/downloads).\n\n<b>bold</b>\n\n[no](javascript:alert(1))';
	await admin.getByLabel('Lesson').fill(text);
	await admin.getByRole('button', { name: 'Preview' }).click();
	await admin.getByRole('heading', { name: 'Your workshop', level: 2 }).waitFor();
	expect(await findViolations(admin)).toEqual([]);
	// The lesson draft survives a reload.
	admin.on('dialog', (dialog) => void dialog.accept());
	await admin.reload();
	await admin.getByText('We restored your draft.').waitFor();
	expect(await admin.getByLabel('Lesson').inputValue()).toBe(text);
	await admin.getByRole('link', { name: 'Next' }).click();
	await admin.getByRole('dialog', { name: controlsText.leaveTitle }).getByRole('button', { name: 'Stay' }).click();
	await admin.getByRole('button', { name: adminCoursesText.saveText }).click();
	await expectToast(admin, adminCoursesText.textSaved);

	await admin.getByLabel(mediaText.chooseVideo).setInputFiles(await makeVideo('film.mp4'));
	await admin.getByRole('button', { name: 'Upload', exact: true }).click();
	await expectToast(admin, adminCoursesText.videoSaved);
	await admin.getByRole('button', { name: adminCoursesText.replaceVideo }).waitFor();
	await admin.getByRole('button', { name: 'Play' }).waitFor({ timeout: 60_000 });

	market.allowErrors(/status of 403 .*\/private-media\//);
	const page = await market.newDesktopPage();
	await createLearner(market, page, { courseId, name: 'Chidi', next: lesson(1) });
	await page.getByRole('heading', { name: 'Your workshop', level: 2 }).waitFor();
	expect(await findViolations(page)).toEqual([]);
	expect(await page.getByRole('link', { name: /^PHP/ }).getAttribute('rel')).toBe('noopener nofollow');
	expect(await page.getByText('<b>bold</b>').count()).toBe(1);
	expect(await page.locator('a[href^="javascript"]').count()).toBe(0);

	const video = page.locator('video');
	const getPosition = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
	// The first signed URL serves only the first bytes of the video, as if the URL expired during playback.
	const signatures = new Set<string>();
	let rejected = 0;
	await page.route(/\/private-media\/.*\.mp4/, async (route) => {
		const request = route.request();
		signatures.add(new URL(request.url()).searchParams.get('signature') ?? '');
		if (signatures.size > 1) return route.continue();
		const from = Number(/bytes=(\d+)-/.exec(request.headers().range ?? '')?.[1] ?? 0);
		if (from > 0) {
			rejected += 1;
			await eventually(getPosition).toBeGreaterThan(2);
			return route.fulfill({ status: 403 });
		}
		await route.continue({ headers: { ...request.headers(), range: 'bytes=0-399999' } });
	});
	// Stores the position in seconds at which the video starts to play after each load of a URL.
	await video.evaluate((element: HTMLVideoElement) => {
		element.addEventListener('loadstart', () => delete element.dataset.startPosition);
		element.addEventListener('playing', () => {
			element.dataset.startPosition ??= String(element.currentTime);
		});
	});
	await page.getByRole('button', { name: 'Play' }).click();
	await eventually(() => signatures.size, { timeout: 60_000 }).toBe(2);
	// Playback with the renewed URL starts where the first URL failed.
	const startPosition = () => video.evaluate((element) => Number(element.dataset.startPosition ?? 0));
	await eventually(startPosition, { timeout: 60_000 }).toBeGreaterThan(1);
	expect(rejected).toBeGreaterThan(0);

	await admin.getByRole('button', { name: adminCoursesText.removeVideo }).click();
	await admin.getByRole('dialog').getByRole('button', { name: adminCoursesText.removeVideo }).click();
	await expectToast(admin, adminCoursesText.videoRemoved);
	await admin.getByText('Drag and drop your video here').waitFor();

	await admin.getByLabel('Lesson').fill('Not saved');
	const drafts = () => admin.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft-lesson')));
	await eventually(async () => (await drafts()).length).toBe(1);
	await logOut(admin);
	await admin.waitForURL('/');
	expect(await drafts()).toEqual([]);
});
