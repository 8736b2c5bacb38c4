import type { Locator, Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import { findCourse } from '../contract/courses/course-catalogue.ts';
import * as courseText from '../text/web/course.ts';
import * as courseRequestText from '../text/web/course-request.ts';
import * as enrollText from '../text/web/enroll.ts';
import * as enrollmentsText from '../text/web/enrollments.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import { createLearner } from './support/learners.ts';
import { openMenu, readStoredSession } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

const start = (page: Page) => page.getByRole('button', { name: courseText.start });
const form = (page: Page) => page.getByRole('dialog', { name: enrollText.title });
const back = (page: Page) => page.getByRole('link', { name: courseText.back });

async function fill(dialog: Locator, fields: Record<string, string>) {
	for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
}

async function getValues(dialog: Locator) {
	const labels = ['Name', 'Email', 'Phone', 'Course'];
	return Promise.all(labels.map((label) => dialog.getByLabel(label).inputValue()));
}

test('lets a visitor open a course and enroll', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto('/');
	await openMenu(page);
	await page.getByRole('menuitem', { name: 'Courses' }).click();
	await page.waitForURL('/learning');
	await expectHeading(page, 'Learn with Kasuwa');
	const course = findCourse('laravel-complete-course');
	await page.getByRole('link', { name: course?.title ?? '' }).click();
	await expectHeading(page, course?.title ?? '');
	await start(page).click();
	const dialog = form(page);
	expect(await getValues(dialog)).toEqual(['', '', '', course?.title]);
	await fill(dialog, { Name: 'Ada Obi', Email: 'ada@example.com', Phone: '0803 123 4567' });
	const [request] = await Promise.all([
		page.waitForRequest('**/api/learning'),
		dialog.getByRole('button', { name: enrollText.enroll }).click(),
	]);
	expect(request.method()).toBe('POST');
	expect(request.headers()['content-type']).toBe('application/vnd.api+json');
	expect(request.headers()['idempotency-key']).toMatch(/^\w{16,}$/);
	expect(request.postDataJSON()).toEqual({
		name: 'Ada Obi',
		email: 'ada@example.com',
		phone: '0803 123 4567',
		coursetype: course?.title,
		courseTitle: course?.title,
	});
	await expectToast(page, messages.enrollmentSucceeded);
	await dialog.waitFor({ state: 'detached' });
	await eventually(() => market.readMail('ada@example.com').catch(() => '')).toContain('/enrollment/');

	// The card of the request stays on this device.
	await page.reload();
	const requestCard = page.getByRole('region', { name: courseRequestText.title });
	await requestCard.getByText('We wrote to ada@example.com.').waitFor();
	expect(await findViolations(page)).toEqual([]);

	// A double tap on the enroll button opens one new, empty form.
	await start(page).dblclick();
	expect(await getValues(dialog)).toEqual(['', '', '', course?.title]);
	await page.goBack();
	await dialog.waitFor({ state: 'detached' });
	expect(new URL(page.url()).pathname).toBe('/learning/laravel-complete-course');
	await back(page).click();
	await page.waitForURL('/learning');
});

test('shows progress and the enrollment status without layout shifts', async ({ market }) => {
	const page = await market.newDesktopPage();
	const name = 'Adaeze Okonkwo';
	const person = await createLearner(market, page, { courseId: 'web-hacking-essentials', name, next: '/learning' });
	const bar = page.getByRole('progressbar', { name: 'Your progress in Web Hacking Essentials' });
	await bar.waitFor();
	expect(await bar.getAttribute('aria-valuenow')).toBe('0');
	expect(await page.getByRole('progressbar').count()).toBe(1);

	const getLayoutShifts = await recordLayoutShifts(page);
	await page.goto('/learning');
	await bar.waitFor();
	await waitUntilSettled(page);
	expect(await getLayoutShifts()).toEqual([]);
	await page.goto('/learning/web-hacking-essentials');
	const continueLink = page.getByRole('link', { name: enrollmentsText.continueLearning });
	await continueLink.waitFor();
	await page.getByText('0%', { exact: true }).waitFor();
	expect(await start(page).count()).toBe(0);
	await waitUntilSettled(page);
	expect(await getLayoutShifts()).toEqual([]);
	expect(await findViolations(page)).toEqual([]);
	const desktopSize = page.viewportSize();
	await page.setViewportSize({ width: 360, height: 740 });
	const ownCourseLink = page.getByRole('link', { name: 'Continue Learning: Web Hacking Essentials' });
	await page.goto('/dashboard/learn-with-kasuwa');
	await ownCourseLink.waitFor();
	// The page knows now that the email address is verified.
	await page.getByText('Confirm your email').waitFor({ state: 'detached' });
	await page.reload();
	await ownCourseLink.waitFor();
	await bar.waitFor();
	await waitUntilSettled(page);
	expect(await getLayoutShifts()).toEqual([]);
	if (desktopSize) await page.setViewportSize(desktopSize);
	await page.goBack();
	await continueLink.click();
	await page.waitForURL('/learning/web-hacking-essentials/modules/1');

	await page.goto('/learning/python-hacking-cybersec');
	await start(page).click();
	const dialog = form(page);
	const { display_name, user_name } = (await readStoredSession(page)) ?? {};
	const title = findCourse('python-hacking-cybersec')?.title;
	expect(await getValues(dialog)).toEqual([display_name || user_name, person.email, '', title]);
	await dialog.getByLabel('Phone').fill('0803 123 4567');
	await dialog.getByRole('button', { name: enrollText.enroll }).click();
	await expectToast(page, messages.enrollmentSucceeded);
	await dialog.waitFor({ state: 'detached' });
	const request = page.getByRole('link', { name: courseRequestText.viewRequest });
	await request.waitFor();
	expect(await findViolations(page)).toEqual([]);
	await request.click();
	await page.waitForURL(/\/enrollment\/.+/);
});
