import type { Page } from '@playwright/test';
import type { PaystackServer } from '../server/testing/paystack-server.ts';
import * as learningText from '../text/shared/learning.ts';
import * as claimRequestText from '../text/web/claim-request.ts';
import * as enrollmentText from '../text/web/enrollment.ts';
import * as verifyEmailText from '../text/web/verify-email.ts';
import { findViolations } from './support/accessibility.ts';
import type { AppInstance } from './support/app-instance.ts';
import { eventually, expectHeading } from './support/expect.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { getCurrentStage, getHeading, getPayButton, requestEnrollment, testCourseTitle } from './support/payments.ts';
import { administrator, submitSignUp } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ fakeServers: ['paystack'], env: administrator }));

const webhookUrl = ({ address }: Pick<AppInstance, 'address'>) => `${address}/api/payments/paystack/webhook`;
test.beforeAll(({ paystack, product }) => paystack.setWebhookUrl(webhookUrl(product)));

/** Goes from the enrollment page to Paystack's checkout. */
async function openCheckout(market: MarketFixture, paystack: PaystackServer, page: Page) {
	// Paystack's checkout has another origin and no favicon.
	market.allowErrors(new RegExp(`another origin: ${paystack.url}`), /401/);
	await getPayButton(page).click();
	await page.getByRole('heading', { name: 'Pay NGN 70000.00' }).waitFor();
}

test('activates a paid course although the browser does not return', async ({ market, paystack }) => {
	const page = await market.newPhonePage();
	const learner = await requestEnrollment(market, page);
	await page.goto(learner.path);
	await expectHeading(page, testCourseTitle);
	await eventually(() => getCurrentStage(page).textContent()).toContain('Awaiting payment');
	expect(await findViolations(page)).toEqual([]);

	await openCheckout(market, paystack, page);
	expect(await page.evaluate(() => document.referrer)).toBe('');
	await page.getByRole('button', { name: 'Cancel' }).click();
	await page.waitForURL(learner.path);
	await openCheckout(market, paystack, page);
	await paystack.pay(paystack.listReferences().at(-1) ?? '');

	const later = await market.newDesktopPage();
	await later.goto(learner.path);
	await getHeading(later, enrollmentText.openTitle).waitFor();
	expect(await findViolations(later)).toEqual([]);
	await later.getByRole('link', { name: enrollmentText.signUp }).click();
	await submitSignUp(later, learner);
	await later.waitForURL('/dashboard/learn-with-kasuwa');
	await later.getByText(learningText.ownCoursesEmpty).waitFor();

	await later.goto(learner.path);
	await getHeading(later, enrollmentText.confirmEmailTitle).waitFor();
	let link = '';
	await eventually(async () => {
		link = /\/verify-email\?token=\S+/.exec(await market.readMail(learner.email))?.[0] ?? '';
		return link;
	}).not.toBe('');
	await later.goto(link);
	await expectHeading(later, verifyEmailText.confirmedTitle);
	await later.goto('/dashboard/learn-with-kasuwa');
	const own = later.getByRole('region', { name: learningText.ownCourses });
	await own.getByRole('group', { name: claimRequestText.title }).waitFor();
	await own.getByRole('button', { name: claimRequestText.mine }).click();
	await own.getByRole('heading', { name: testCourseTitle }).waitFor();
	await own.getByText('0% done').waitFor();
	expect(await findViolations(later)).toEqual([]);
	await own.getByRole('link', { name: `View status: ${testCourseTitle}` }).click();
	await later.getByRole('link', { name: enrollmentText.startLearning }).click();
	await later.waitForURL('/learning/web-hacking-essentials/modules');
});
