import type { Page } from '@playwright/test';
import * as commonText from '../../text/shared/common.ts';
import { eventually } from './expect.ts';
import type { MarketFixture } from './market-fixture.ts';
import { expect } from './test.ts';

export const testCourseTitle = 'Web Hacking Essentials';
let learners = 0;

export interface Learner {
	name: string;
	userName: string;
	email: string;
	/** Path of the enrollment page, from the link in the mail. */
	path: string;
}

/** Enrolls through the API and reads the mail about the enrollment. */
export async function requestEnrollment(market: MarketFixture, page: Page): Promise<Learner> {
	learners += 1;
	const name = `Ada Obi ${learners}`;
	const userName = `learner_${learners}`;
	const email = `${userName}@example.com`;
	const response = await page.request.post('/api/learning', {
		data: { name, email, phone: '0803 123 4567', coursetype: testCourseTitle, courseTitle: testCourseTitle },
	});
	expect(response.status()).toBe(200);
	let path = '';
	await eventually(async () => {
		path = /\/enrollment\/[\w.-]+/.exec(await market.readMail(email))?.[0] ?? '';
		return path;
	}).not.toBe('');
	return { name, userName, email, path };
}

export const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
export const getPayButton = (page: Page) => page.getByRole('button', { name: 'Pay now: NGN 70,000' });
export const getCurrentStage = (page: Page) =>
	page.getByRole('list', { name: commonText.state }).locator('[aria-current=step]');

export const enrollmentListPath = '/dashboard/admin/enrollments';
