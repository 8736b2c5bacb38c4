import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Course, findCourse } from '../../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../../contract/enrollments.ts';
import * as messages from '../../../contract/messages.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as courseText from '../../../contract/text/course.ts';
import * as enrollText from '../../../contract/text/enroll.ts';
import * as enrollmentsText from '../../../contract/text/enrollments.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { makeListedEnrollment } from '../../testing/enrollments.ts';
import { fakeApi, type Handlers } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as coursePage from './page.tsx';

const course = findCourse('laravel-complete-course') as Course;
const path = `/learning/${course.id}`;
const start = page.getByRole('button', { name: courseText.start });
const dialog = page.getByRole('dialog', { name: enrollText.title });
const field = (name: string) => dialog.getByLabelText(name);
const back = page.getByRole('link', { name: courseText.back });
const seeRequest = page.getByRole('link', { name: courseText.seeRequest });

async function open(handlers: Handlers = {}, at = path) {
	const api = fakeApi({
		listMyEnrollments: () => ({ items: [] }),
		getSaved: () => ({ ids: [] }),
		...handlers,
	});
	const route = {
		...coursePage,
		default: (props: Parameters<typeof coursePage.default>[0]) => (
			<WithActor>
				<coursePage.default {...props} />
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/learning/:courseId', route, { api, at })) };
}

async function expectValues(values: string[]) {
	for (const [index, label] of [commonText.name, commonText.email, commonText.phone, commonText.course].entries())
		await expect.element(field(label)).toHaveValue(values[index]);
}

test('shows the modules, the duration and the price of a course', async () => {
	await open();
	await expect.element(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();
	await expect.element(page.getByRole('heading', { name: courseText.about })).toBeVisible();
	const texts = (locator: { elements: () => Element[] }) => locator.elements().map((element) => element.textContent);
	const modules = page.getByRole('region', { name: courseText.modulesTitle }).getByRole('listitem');
	expect(texts(modules)).toEqual(course.modules.map((title, index) => `${index + 1}${title}`));
	const details = page.getByRole('complementary', { name: courseText.details });
	expect(texts(details.getByRole('term'))).toEqual([courseText.duration, commonText.price, courseText.modules]);
	expect(texts(details.getByRole('definition'))).toEqual(['3 month', 'NGN 90,000', '8']);
	expect(await findViolations()).toEqual([]);
});

test('links from an unknown course to the catalogue', async () => {
	const { address } = await open({}, '/learning/cooking');
	await expect.element(page.getByRole('heading', { level: 1, name: messages.courseNotFound })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await back.click();
	await expect.poll(address).toBe('/learning');
});

test("links a visitor back to the catalogue, and a logged-in user to the dashboard's", async () => {
	await open();
	await expect.element(back).toHaveAttribute('href', '/learning');
	logIn();
	await expect.element(back).toHaveAttribute('href', '/dashboard/learn-with-kasuwa');
});

test("sends a visitor's request for a place, and clears the form", async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	const { api, address, goBack } = await open({ enroll: () => ({ message: 'Thank you' }) });
	await start.click();
	await expectValues(['', '', '', course.title]);
	await expect.element(dialog.getByRole('link', { name: 'privacy page' })).toHaveAttribute('href', '/privacy');
	await field(commonText.name).fill('Ada Obi');
	await field(commonText.email).fill('ada@example.com');
	await field(commonText.phone).fill('0803 123 4567');
	await dialog.getByRole('button', { name: enrollText.enroll }).click();
	await expect.element(page.getByText(messages.enrollmentSucceeded)).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(api.calls('enroll')).toMatchObject([
		{
			body: {
				name: 'Ada Obi',
				email: 'ada@example.com',
				phone: '0803 123 4567',
				coursetype: course.title,
				courseTitle: course.title,
			},
			headers: { 'content-type': 'application/vnd.api+json', 'idempotency-key': expect.stringMatching(/^\w{16,}$/) },
		},
	]);

	// A double click opens the dialog once, so that one step back closes it.
	await start.dblClick();
	await expectValues(['', '', '', course.title]);
	goBack();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(address()).toBe(path);
});

test('prefills the request of a logged-in user, and links to it afterwards', async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	const session = logIn();
	const { api, address } = await open({ enroll: () => ({ message: 'Thank you' }) });
	await start.click();
	await expectValues([session.display_name, session.email, '', course.title]);
	await field(commonText.phone).fill('0803 123 4567');
	api.handle({ listMyEnrollments: () => ({ items: [makeListedEnrollment(course)] }) });
	await dialog.getByRole('button', { name: enrollText.enroll }).click();
	await expect.element(seeRequest).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await seeRequest.click();
	await expect.poll(address).toBe('/enrollment/request-1');
});

test.for(['requested', 'awaiting_payment', 'paid'] as const satisfies EnrollmentState[])(
	'shows the status of a request that is %s',
	async (state) => {
		logIn();
		await open({ listMyEnrollments: () => ({ items: [makeListedEnrollment(course, { state })] }) });
		await expect.element(page.getByText(courseText.waiting[state], { exact: false })).toBeVisible();
		await expect.element(seeRequest).toHaveAttribute('href', '/enrollment/request-1');
	},
);

test("shows a learner's progress, and continues the course", async () => {
	logIn();
	const { address } = await open({
		listMyEnrollments: () => ({
			items: [makeListedEnrollment(course, { state: 'active', progress: 40, joined: true })],
		}),
	});
	const bar = page.getByRole('progressbar', { name: courseText.progressIn(course.title) });
	await expect.element(bar).toHaveAttribute('aria-valuenow', '40');
	await expect.element(page.getByText('40%')).toBeVisible();
	await expect.element(start).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: enrollmentsText.continueLearning }).click();
	await expect.poll(address).toBe(`${path}/modules`);
});
