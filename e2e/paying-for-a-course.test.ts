import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as adminText from '../contract/text/admin.ts';
import * as adminEnrollmentsText from '../contract/text/admin-enrollments.ts';
import * as commonText from '../contract/text/common.ts';
import * as enrollmentText from '../contract/text/enrollment.ts';
import * as enrollmentsText from '../contract/text/enrollments.ts';
import * as learningText from '../contract/text/learning.ts';
import * as signUpText from '../contract/text/sign-up.ts';
import * as validationText from '../contract/text/validation.ts';
import * as verifyEmailText from '../contract/text/verify-email.ts';
import { startPaystackServer } from '../server/platform/testing/paystack-server.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { photo } from './support/files.ts';
import { loaded } from './support/looking.ts';
import { type Market, openMarket } from './support/market.ts';
import { operator, password, signedUp, submitLogIn } from './support/people.ts';
import { violations } from './support/violations.ts';

const still = { reducedMotion: 'reduce' } as const;
const course = 'Web Hacking Essentials';
let learners = 0;

interface Learner {
	name: string;
	email: string;
	/** Of the page that the mail leads to. */
	path: string;
}

/** Asks for the course as the dialog does, and reads the mail about it. */
async function newLearner(market: Market, page: Page): Promise<Learner> {
	learners += 1;
	const name = `Ada Obi ${learners}`;
	const email = `learner_${learners}@example.com`;
	const answer = await page.request.post('/api/learning', {
		data: { name, email, phone: '0803 123 4567', coursetype: course, courseTitle: course },
	});
	expect(answer.status()).toBe(200);
	let path = '';
	await eventually(async () => {
		path = /\/enrollment\/[\w.-]+/.exec(await market.mailTo(email).catch(() => ''))?.[0] ?? '';
		return path;
	}).not.toBe('');
	return { name, email, path };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now: NGN 70,000' });
const step = (page: Page) => page.getByRole('list', { name: enrollmentsText.stages }).locator('[aria-current=step]');

async function atTheDesk(market: Market, page: Page) {
	const path = '/dashboard/admin/enrollments';
	await page.goto(`/Login?next=${encodeURIComponent(path)}`);
	await submitLogIn(page, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD);
	await page.waitForURL((url) => url.origin === market.address && url.pathname === path);
}

const paystack = await startPaystackServer();
afterAll(() => paystack.close());

describe('online', () => {
	const market = openMarket({
		env: { ...operator, PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: paystack.url },
	});
	const news = () => `${market.address}/api/payments/paystack/webhook`;
	beforeAll(() => paystack.sendNewsTo(news()));

	/** From our page to Paystack's. */
	async function toCheckout(page: Page) {
		// It is another site, and has no icon.
		market.allow(new RegExp(`another origin: ${paystack.url}`), /401/);
		await payNow(page).click();
		await page.getByRole('heading', { name: 'Pay NGN 70000.00' }).waitFor();
	}

	test('a learner pays, and the course is open although the browser never comes back', async () => {
		const page = await market.phone(still);
		const learner = await newLearner(market, page);
		await page.goto(learner.path);
		await expectHeading(page, course);
		await eventually(() => step(page).textContent()).toContain('Awaiting payment');
		expect(await violations(page)).toEqual([]);

		await toCheckout(page);
		expect(await page.evaluate(() => document.referrer)).toBe('');
		await page.getByRole('button', { name: 'Cancel' }).click();
		await page.waitForURL(learner.path);
		await toCheckout(page);
		await paystack.pay(paystack.begun().at(-1) ?? '');

		const later = await market.desk(still);
		await later.goto(learner.path);
		await heading(later, enrollmentText.openTitle).waitFor();
		expect(await violations(later)).toEqual([]);
		await later.getByRole('link', { name: enrollmentText.signUp }).click();
		await later.getByLabel(commonText.userName).fill(`learner_${learners}`);
		await later.getByLabel('Email').fill(learner.email);
		await later.getByLabel('Password', { exact: true }).fill(password);
		await later.getByRole('button', { name: signUpText.submit }).click();
		await later.waitForURL('/dashboard/learn-with-kasuwa');
		await later.getByText(learningText.ownCoursesEmpty).waitFor();

		await later.goto(learner.path);
		await heading(later, enrollmentText.confirmEmailTitle).waitFor();
		let link = '';
		await eventually(async () => {
			link = /\/verify-email\?token=\S+/.exec(await market.mailTo(learner.email))?.[0] ?? '';
			return link;
		}).not.toBe('');
		await later.goto(link);
		await expectHeading(later, verifyEmailText.confirmedTitle);
		await later.goto('/dashboard/learn-with-kasuwa');
		const own = later.getByRole('region', { name: learningText.ownCourses });
		await own.getByRole('heading', { name: course }).waitFor();
		await own.getByText('0% done').waitFor();
		expect(await violations(later)).toEqual([]);
		await own.getByRole('link', { name: `Where it stands: ${course}` }).click();
		await later.getByRole('link', { name: enrollmentText.startLearning }).click();
		await later.waitForURL('/learning/web-hacking-essentials/modules');
	});

	test('who comes back before the news waits a moment', async () => {
		paystack.sendNewsTo(null);
		const page = await market.phone();
		const learner = await newLearner(market, page);
		await page.goto(learner.path);
		await toCheckout(page);
		paystack.delay(1500);
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await heading(page, enrollmentText.waitingTitle).waitFor();
		await heading(page, enrollmentText.openTitle).waitFor();
		paystack.delay(0);
		paystack.sendNewsTo(news());
	});

	test('a payment that does not come is not waited for without end', async () => {
		const page = await market.phone(still);
		const learner = await newLearner(market, page);
		await page.clock.install();
		await page.goto(`${learner.path}?trxref=unknown&reference=unknown`);
		await heading(page, enrollmentText.waitingTitle).waitFor();
		await eventually(async () => {
			await page.clock.runFor(5000);
			return heading(page, enrollmentText.paymentMissingTitle).isVisible();
		}).toBe(true);
		await payNow(page).waitFor();
		await page.clock.resume();
		expect(await violations(page)).toEqual([]);
	});

	test('a payment page that cannot be opened is said, and tried again', async () => {
		market.allow(/503/);
		const page = await market.phone();
		const learner = await newLearner(market, page);
		await page.goto(learner.path);
		// As often as it is tried.
		paystack.breakDown(3);
		await payNow(page).click();
		await page.getByRole('alert').getByText(/\w/).waitFor();
		await toCheckout(page);
	});

	test('a link is kept nowhere and told to nobody, and an unknown one says so', async () => {
		market.allow(/404/);
		const page = await market.phone(still);
		await page.addInitScript(() => {
			const told: unknown[] = [];
			Object.assign(globalThis, { told });
			navigator.sendBeacon = (_, body) => told.push(body) > 0;
		});
		const told = () => page.evaluate(() => String((globalThis as unknown as { told: unknown[] }).told));
		const answer = await page.goto('/enrollment/1.aaaaaaaaaaaaaaaaaaaaaaaa');
		expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
		await expectHeading(page, commonText.linkUnknown);
		expect(await page.locator('head meta[name=robots]').getAttribute('content')).toBe('noindex');
		await eventually(told).toContain('"path":"/enrollment"');
		expect(await told()).not.toContain('1.aaaa');
		expect(await violations(page)).toEqual([]);
	});
});

describe('by bank transfer', () => {
	const bank = 'First Bank\\n3012345678\\nKasuwa Ltd';
	const market = openMarket({ env: { ...operator, BANK_DETAILS: bank } });

	test('the learner sends a proof, an administrator confirms it', async () => {
		const page = await market.phone({ ...still, permissions: ['clipboard-read', 'clipboard-write'] });
		const learner = await newLearner(market, page);
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
		await choose.setInputFiles([await photo('red'), await photo('blue')]);
		await page.getByRole('button', { name: 'Remove blue.jpg' }).click();
		expect(await violations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Send the picture' }).click();
		await page.getByText('We have your proof').waitFor();
		await loaded(page.getByRole('list', { name: enrollmentText.sentProofs }).getByRole('img', { name: /^Proof of/ }));
		await eventually(() => choose.evaluate((input) => input === document.activeElement)).toBe(true);
		expect(await violations(page)).toEqual([]);

		const desk = await market.desk(still);
		await atTheDesk(market, desk);
		await expectHeading(desk, 'Enrollments');
		await desk.getByText('WHATSAPP_NUMBER').waitFor();
		await desk.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(reference);
		await desk.waitForURL(/\?q=/);
		const row = desk.getByRole('row').filter({ hasText: learner.email });
		await row.getByText('Proof').waitFor();
		expect(await violations(desk)).toEqual([]);

		await row.getByRole('link', { name: learner.name }).press('Enter');
		await expectHeading(desk, learner.name);
		const proof = desk.getByRole('img', { name: /^Proof of/ });
		await loaded(proof);
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
		expect(await violations(desk)).toEqual([]);
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
		expect(await violations(desk)).toEqual([]);

		await page.reload();
		await heading(page, enrollmentText.openTitle).waitFor();
		// The way back keeps what was looked for.
		await desk.getByRole('link', { name: adminEnrollmentsText.allEnrollments }).click();
		await desk.waitForURL(`/dashboard/admin/enrollments?q=${reference}`);
	});

	test('the list is narrowed, kept in the address, and saved for a spreadsheet', async () => {
		const desk = await market.desk(still);
		const [waiting, cancelled] = [await newLearner(market, desk), await newLearner(market, desk)];
		await atTheDesk(market, desk);
		await desk.getByRole('link', { name: cancelled.name, exact: true }).click();
		await desk.getByRole('button', { name: 'Cancel request' }).click();
		await desk.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
		await expectToast(desk, 'Request cancelled');
		await desk.goBack();

		const names = desk.getByRole('rowheader');
		await desk.getByRole('link', { name: /^Cancelled/ }).click();
		await desk.waitForURL('/dashboard/admin/enrollments?state=cancelled');
		await eventually(() => names.count()).toBe(1);
		expect(await names.textContent()).toContain(cancelled.email);
		await desk.reload();
		await names.getByText(cancelled.email).waitFor();
		await desk.getByLabel('Course', { exact: true }).selectOption('Laravel: The Complete Course');
		await desk.getByText(adminText.nothingFound).waitFor();
		await desk.getByRole('link', { name: adminEnrollmentsText.seeAll }).click();
		await names.getByText(waiting.email).waitFor();

		await desk.getByRole('link', { name: /^Awaiting payment/ }).click();
		await desk.waitForURL(/state=awaiting_payment/);
		const [file] = await Promise.all([
			desk.waitForEvent('download'),
			desk.getByRole('button', { name: adminEnrollmentsText.exportCsv }).click(),
		]);
		expect(file.suggestedFilename()).toMatch(/\.csv$/);
		const csv = await readFile(await file.path(), 'utf8');
		expect(csv).toContain(waiting.email);
		expect(csv).not.toContain(cancelled.email);

		const phone = await market.phone(still);
		await atTheDesk(market, phone);
		await phone.getByRole('link', { name: waiting.name, exact: true }).waitFor();
		expect(await violations(phone)).toEqual([]);
		await phone.getByRole('link', { name: waiting.name, exact: true }).click();
		await expectHeading(phone, waiting.name);
		expect(await violations(phone)).toEqual([]);
	});

	test('nobody else comes to the desk', async () => {
		const page = await market.desk(still);
		await signedUp(page);
		expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
		await page.goto('/dashboard/admin/enrollments');
		await expectHeading(page, adminText.closedTitle);
		expect(await violations(page)).toEqual([]);
	});
});
