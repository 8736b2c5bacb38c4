import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import type { MarketFixture } from './market-fixture.ts';
import { createAdministratorApiClient, createApiClientForPage, signUp, type TestPerson } from './people.ts';

/** Signs up, verifies the email, enrolls in a course and activates the enrollment. Then opens the page `next`. */
export async function createLearner(
	market: MarketFixture,
	page: Page,
	{ courseId, name, next = '/dashboard' }: { courseId: string; name: string; next?: string },
): Promise<TestPerson> {
	const person = await signUp(page);
	const [, token] = /\/verify-email\?token=(\S+)/.exec(await market.readMail(person.email)) ?? [];
	const client = await createApiClientForPage(page);
	await client.verifyEmail({ body: { token: token ?? '' } });
	const course = findCourse(courseId);
	if (!course) throw new Error(`There is no course ${courseId}`);
	const { email } = person;
	await client.enroll({
		body: { name, email, phone: '08031234567', coursetype: course.title, courseTitle: course.title },
	});
	await activateEnrollment(market, email);
	await page.goto(next);
	return person;
}

/** Reads the fields of the form that enrolls in a course. */
export const readEnrollForm = (dialog: Locator): Promise<string[]> =>
	Promise.all(['Name', 'Email', 'Phone', 'Course'].map((label) => dialog.getByLabel(label).inputValue()));

async function activateEnrollment(market: MarketFixture, email: string) {
	const client = await createAdministratorApiClient(market);
	const { items } = await client.listEnrollments({ query: { q: email } });
	const params = { id: String(items[0]?.id) };
	for (;;) {
		const { actions, state } = await client.getEnrollmentDetail({ params });
		if (state === 'active') return;
		if (actions.includes('confirm_payment')) {
			await client.updateEnrollment({ params, body: { action: 'confirm_payment' } });
		} else if (state !== 'paid') throw new Error(`Nothing to do with an enrollment that is ${state}`);
		// A job activates a paid enrollment.
		else await setTimeout(50);
	}
}
