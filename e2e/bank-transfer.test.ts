import * as adminEnrollmentsText from '../contract/text/admin-enrollments.ts';
import * as enrollmentText from '../contract/text/enrollment.ts';
import * as validationText from '../contract/text/validation.ts';
import { findViolations } from './support/accessibility.ts';
import { waitUntilDecoded } from './support/colours.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makePhoto } from './support/media-files.ts';
import { enrollmentListPath, getHeading, reducedMotion, requestCourse } from './support/payments.ts';
import { logInAsOperator, operator } from './support/people.ts';
import { expect, test, withConfiguration } from './support/test.ts';

const bank = 'First Bank\\n3012345678\\nKasuwa Ltd';
test.use(withConfiguration({ env: { ...operator, BANK_DETAILS: bank } }));

test('the learner sends a proof, an administrator confirms it', async ({ market }) => {
	const page = await market.newPhonePage({ ...reducedMotion, permissions: ['clipboard-read', 'clipboard-write'] });
	const learner = await requestCourse(market, page);
	await page.goto(learner.path);
	const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
	await page.getByRole('button', { name: 'Copy the account number' }).click();
	await expectToast(page, 'Account number copied');
	expect(await clipboard()).toBe('3012345678');
	await page.getByRole('button', { name: 'Copy the reference' }).click();
	await expectToast(page, 'Reference copied');
	const reference = await clipboard();
	expect(await page.getByRole('main').textContent()).toContain(reference);

	const choose = page.getByLabel(/^Choose (a|another) picture/);
	await choose.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('I have paid') });
	await page.getByText('note.txt is not a picture we can use').waitFor();
	await choose.setInputFiles([await makePhoto('red'), await makePhoto('blue')]);
	await page.getByRole('button', { name: 'Remove blue.jpg' }).click();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Send the picture' }).click();
	await page.getByText('We have your proof').waitFor();
	await waitUntilDecoded(
		page.getByRole('list', { name: enrollmentText.sentProofs }).getByRole('img', { name: /^Proof of/ }),
	);
	await eventually(() => choose.evaluate((input) => input === document.activeElement)).toBe(true);
	expect(await findViolations(page)).toEqual([]);

	const desk = await market.newDesktopPage(reducedMotion);
	await logInAsOperator(market, desk, enrollmentListPath);
	await expectHeading(desk, 'Enrollments');
	await desk.getByText('WHATSAPP_NUMBER').waitFor();
	await desk.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(reference);
	await desk.waitForURL(/\?q=/);
	const row = desk.getByRole('row').filter({ hasText: learner.email });
	await row.getByText('Proof').waitFor();
	expect(await findViolations(desk)).toEqual([]);

	await row.getByRole('link', { name: learner.name }).press('Enter');
	await expectHeading(desk, learner.name);
	const proof = desk.getByRole('img', { name: /^Proof of/ });
	await waitUntilDecoded(proof);
	const whatsApp = desk.getByRole('link', { name: /^WhatsApp/ });
	expect(await whatsApp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=Hello/);
	await desk.getByRole('button', { name: adminEnrollmentsText.addNote }).click();
	await desk.getByText(validationText.noteMissing).waitFor();
	await desk.getByLabel(adminEnrollmentsText.note).fill('The money came on Friday.');
	await desk.getByRole('button', { name: adminEnrollmentsText.addNote }).click();
	await desk.getByRole('listitem').filter({ hasText: 'The money came on Friday.' }).waitFor();

	await desk.getByRole('button', { name: 'Confirm payment' }).click();
	const question = desk.getByRole('dialog', { name: 'Has the money arrived?' });
	await question.getByText(`${learner.name}, NGN 70,000`).waitFor();
	expect(await findViolations(desk)).toEqual([]);
	await question.getByRole('button', { name: adminEnrollmentsText.dismiss }).click();
	await question.waitFor({ state: 'detached' });
	await desk.getByRole('button', { name: 'Confirm payment' }).click();
	await question.getByRole('button', { name: 'Confirm payment' }).click();
	await expectToast(desk, 'Payment confirmed');
	await desk.getByRole('button', { name: 'Mark as refunded' }).waitFor();
	await desk
		.getByRole('listitem')
		.filter({ hasText: /^Active/ })
		.waitFor();
	expect(await findViolations(desk)).toEqual([]);

	await page.reload();
	await getHeading(page, enrollmentText.openTitle).waitFor();
	// The way back keeps what was looked for.
	await desk.getByRole('link', { name: adminEnrollmentsText.allEnrollments }).click();
	await desk.waitForURL(`/dashboard/admin/enrollments?q=${reference}`);
});
