import type { Page } from '@playwright/test';
import { courseById } from '../../contract/course-catalogue.ts';
import type { Market } from './market.ts';
import { operator, type Person, signedUp } from './people.ts';

/** Signs up, confirms the address, asks for a course and is let in by the operator. Arrives where `next` leads. */
export async function learnerOf(
	market: Market,
	page: Page,
	{ courseId, name, next = '/dashboard' }: { courseId: string; name: string; next?: string },
): Promise<Person> {
	const person = await signedUp(page);
	const [, token] = /\/verify-email\?token=(\S+)/.exec(await market.mailTo(person.email)) ?? [];
	await post(page, '/api/email/verify', { token });
	const course = courseById(courseId);
	if (!course) throw new Error(`There is no course ${courseId}`);
	const { email } = person;
	const wanted = { name, email, phone: '08031234567', coursetype: course.title, courseTitle: course.title };
	await post(page, '/api/learning', wanted);
	await activate(page, email);
	await page.goto(next);
	return person;
}

/** What the operator does at the desk, with the newest request from this address. */
async function activate(page: Page, email: string) {
	const { token } = await post(page, '/api/login', {
		email: operator.ADMIN_EMAIL,
		password: operator.ADMIN_PASSWORD,
	});
	const headers = { authorization: `Bearer ${token}` };
	const found = await page.request.get('/api/admin/enrollments', { headers, params: { q: email } });
	const { items } = await found.json();
	const path = `/api/admin/enrollments/${items[0].id}`;
	for (;;) {
		const { actions, state } = await (await page.request.get(path, { headers })).json();
		if (state === 'active') return;
		const action = ['activate', 'confirm_payment'].find((one) => actions.includes(one));
		const answer = await page.request.patch(path, { headers, data: { action } });
		if (!answer.ok()) throw new Error(`${action}: ${await answer.text()}`);
	}
}

async function post(page: Page, path: string, data: unknown) {
	const answer = await page.request.post(path, { data });
	if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
	const text = await answer.text();
	return text === '' ? undefined : JSON.parse(text);
}
