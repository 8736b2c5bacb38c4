import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import { findCourse } from '../contract/courses/course-catalogue.ts';
import * as validationText from '../text/shared/validation.ts';
import * as adminEnrollmentsText from '../text/web/admin-enrollments.ts';
import * as adminOverviewText from '../text/web/admin-overview.ts';
import * as courseText from '../text/web/course.ts';
import * as courseRequestText from '../text/web/course-request.ts';
import * as enrollText from '../text/web/enroll.ts';
import * as enrollmentText from '../text/web/enrollment.ts';
import { findViolations } from './support/accessibility.ts';
import { waitUntilPictureDecoded } from './support/colours.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { readEnrollForm } from './support/learners.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { makePhoto } from './support/media-files.ts';
import { enrollmentListPath, getHeading } from './support/payments.ts';
import { administrator, logInAsAdministrator, openMenu } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

const bank = 'First Bank\\n3012345678\\nKasuwa Ltd';
test.use(makeConfigurationFixture({ env: { ...administrator, BANK_DETAILS: bank } }));

/** Opens a course from the home page and enrolls with its form. Returns the path of the enrollment page, from the link in the mail. */
async function enroll(
	market: MarketFixture,
	page: Page,
	{ name, email }: { name: string; email: string },
): Promise<string> {
	await page.goto('/');
	await openMenu(page);
	await page.getByRole('menuitem', { name: 'Courses' }).click();
	await page.waitForURL('/learning');
	await expectHeading(page, 'Learn with Kasuwa');
	const course = findCourse('web-hacking-essentials');
	await page.getByRole('link', { name: course?.title ?? '' }).click();
	await expectHeading(page, course?.title ?? '');
	const start = page.getByRole('button', { name: courseText.start });
	await start.click();
	const dialog = page.getByRole('dialog', { name: enrollText.title });
	expect(await readEnrollForm(dialog)).toEqual(['', '', '', course?.title]);
	await dialog.getByLabel('Name').fill(name);
	await dialog.getByLabel('Email').fill(email);
	await dialog.getByLabel('Phone').fill('0803 123 4567');
	const [request] = await Promise.all([
		page.waitForRequest('**/api/learning'),
		dialog.getByRole('button', { name: enrollText.enroll }).click(),
	]);
	expect(request.method()).toBe('POST');
	expect(request.headers()['content-type']).toBe('application/vnd.api+json');
	expect(request.headers()['idempotency-key']).toMatch(/^\w{16,}$/);
	expect(request.postDataJSON()).toEqual({
		name,
		email,
		phone: '0803 123 4567',
		coursetype: course?.title,
		courseTitle: course?.title,
	});
	await expectToast(page, messages.enrollmentSucceeded);
	await dialog.waitFor({ state: 'detached' });
	let path = '';
	await eventually(async () => {
		path = /\/enrollment\/[\w.-]+/.exec(await market.readMail(email))?.[0] ?? '';
		return path;
	}).not.toBe('');

	// The card of the request stays on this device.
	await page.reload();
	const requestCard = page.getByRole('region', { name: courseRequestText.title });
	await requestCard.getByText(`We wrote to ${email}.`).waitFor();

	// A double tap on the enroll button opens one new, empty form.
	await start.dblclick();
	expect(await readEnrollForm(dialog)).toEqual(['', '', '', course?.title]);
	await page.goBack();
	await dialog.waitFor({ state: 'detached' });
	expect(new URL(page.url()).pathname).toBe('/learning/web-hacking-essentials');
	await page.getByRole('link', { name: courseText.back }).click();
	await page.waitForURL('/learning');
	return path;
}

test('lets a visitor enroll and send a proof, and an administrator confirm it', async ({ market }) => {
	const page = await market.newPhonePage({ permissions: ['clipboard-read', 'clipboard-write'] });
	const learner = { name: 'Ada Obi', email: 'ada.obi@example.com' };
	await page.goto(await enroll(market, page, learner));
	const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
	await page.getByRole('button', { name: 'Copy account number' }).click();
	await expectToast(page, 'Account number copied');
	expect(await clipboard()).toBe('3012345678');
	await page.getByRole('button', { name: 'Copy reference' }).click();
	await expectToast(page, 'Reference copied');
	const reference = await clipboard();
	expect(await page.getByRole('main').textContent()).toContain(reference);

	const fileInput = page.getByLabel(/^Choose (a|another) photo/);
	await fileInput.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('I have paid') });
	await page.getByText('note.txt is not a photo we can use').waitFor();
	await fileInput.setInputFiles([await makePhoto('red'), await makePhoto('blue')]);
	await page.getByRole('button', { name: 'Remove blue.jpg' }).click();
	await page.getByRole('button', { name: 'Send picture' }).click();
	await page.getByText('We received your proof').waitFor();
	await waitUntilPictureDecoded(
		page.getByRole('list', { name: enrollmentText.sentProofs }).getByRole('img', { name: /^Proof of/ }),
	);
	await eventually(() => fileInput.evaluate((input) => input === document.activeElement)).toBe(true);
	expect(await findViolations(page)).toEqual([]);

	const admin = await market.newDesktopPage();
	await logInAsAdministrator(market, admin, '/dashboard/admin');
	await admin.getByRole('link', { name: /^Enrollments \d+ waiting$/ }).waitFor();
	await admin.getByRole('link', { name: adminOverviewText.adminTaskKinds.proofs }).click();
	await admin.waitForURL('/dashboard/admin/enrollments?proof=true');
	await admin.getByRole('row').filter({ hasText: learner.email }).waitFor();
	await admin.goto(enrollmentListPath);
	await expectHeading(admin, 'Enrollments');
	await admin.getByText('WHATSAPP_NUMBER').waitFor();
	await admin.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(reference);
	await admin.waitForURL(/\?q=/);
	const row = admin.getByRole('row').filter({ hasText: learner.email });
	await row.getByText('Proof').waitFor();

	await row.getByRole('link', { name: learner.name }).press('Enter');
	await expectHeading(admin, learner.name);
	const proof = admin.getByRole('img', { name: /^Proof of/ });
	await waitUntilPictureDecoded(proof);
	const whatsApp = admin.getByRole('link', { name: /^WhatsApp/ });
	expect(await whatsApp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=Hello/);
	await admin.getByRole('button', { name: adminEnrollmentsText.addNote }).click();
	await admin.getByText(validationText.noteMissing).waitFor();
	await admin.getByLabel(adminEnrollmentsText.note).fill('The money came on Friday.');
	await admin.getByRole('button', { name: adminEnrollmentsText.addNote }).click();
	await admin.getByRole('listitem').filter({ hasText: 'The money came on Friday.' }).waitFor();

	await admin.getByRole('button', { name: 'Confirm payment' }).click();
	const confirmation = admin.getByRole('dialog', { name: 'Has the money arrived?' });
	await confirmation.getByText(`${learner.name}, NGN 70,000`).waitFor();
	await confirmation.getByRole('button', { name: adminEnrollmentsText.dismiss }).click();
	await confirmation.waitFor({ state: 'detached' });
	await admin.getByRole('button', { name: 'Confirm payment' }).click();
	await confirmation.getByRole('button', { name: 'Confirm payment' }).click();
	await expectToast(admin, 'Payment confirmed');
	await admin.getByRole('button', { name: 'Mark as refunded' }).waitFor();
	await admin
		.getByRole('listitem')
		.filter({ hasText: /^Active/ })
		.waitFor();
	expect(await findViolations(admin)).toEqual([]);

	await page.reload();
	await getHeading(page, enrollmentText.openTitle).waitFor();
	// The link back to all enrollments keeps the search filter.
	await admin.getByRole('link', { name: adminEnrollmentsText.allEnrollments }).click();
	await admin.waitForURL(`/dashboard/admin/enrollments?q=${reference}`);
});
