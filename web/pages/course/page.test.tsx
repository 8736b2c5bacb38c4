import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as messages from '../../../contract/core/messages.ts';
import { type Course, findCourse } from '../../../contract/courses/course-catalogue.ts';
import { defaultBrand } from '../../../contract/market-settings/brand.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import * as courseRequestText from '../../../text/web/course-request.ts';
import * as enrollText from '../../../text/web/enroll.ts';
import * as enrollmentsText from '../../../text/web/enrollments.ts';
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
const seeRequest = page.getByRole('link', { name: courseRequestText.viewRequest });
const requestCard = page.getByRole('region', { name: courseRequestText.title });

async function open(handlers: Handlers = {}, url = path) {
	const api = fakeApi({
		listMyEnrollments: () => ({ items: [] }),
		getSaved: () => ({ ids: [] }),
		listModules: () => ({ items: [] }),
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
	return { api, ...(await renderRoute('/learning/:courseId', route, { api, url })) };
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
	const unclaimed = {
		id: 'request-1',
		name: 'A Stranger',
		state: 'requested' as const,
		declined: false,
		created_at: '2026-11-22T09:00:00.000Z',
	};
	const { api, address } = await open({
		enroll: () => ({ message: 'Thank you' }),
		listUnclaimedEnrollments: () => ({ items: [{ ...unclaimed, course_title: course.title }] }),
		claimEnrollment: () => {},
	});
	await start.click();
	await expectValues([session.display_name, session.email, '', course.title]);
	await field(commonText.phone).fill('0803 123 4567');
	api.handle({ listMyEnrollments: () => ({ items: [makeListedEnrollment(course)] }) });
	await dialog.getByRole('button', { name: enrollText.enroll }).click();
	await expect.element(requestCard.getByText(courseRequestText.titles.requested)).toBeVisible();
	expect(api.calls('claimEnrollment').map(({ body }) => body)).toEqual([{ name: session.display_name }]);
	// The account's list shows the request, so the card of this device is gone.
	await expect.element(page.getByText(courseRequestText.sentTitle)).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await seeRequest.click();
	await expect.poll(address).toBe('/enrollment/request-1');
});

const bank = { details: 'First Bank', reference: 'KSW-1' };
const proofs = [{ url: '/proof.webp', at: '2026-11-02T09:00:00.000Z' }];
const pay = courseRequestText.pay(course.price);

test.for([
	['requested', { state: 'requested' }, courseRequestText.viewRequest],
	['pay', { state: 'awaiting_payment', payment: { online: true, bank: null, proofs: [] } }, pay],
	['transfer', { state: 'awaiting_payment', payment: { online: false, bank, proofs: [] } }, pay],
	[
		'checking',
		{ state: 'awaiting_payment', payment: { online: false, bank, proofs } },
		courseRequestText.checkingProof,
	],
	[
		'requested',
		{ state: 'awaiting_payment', payment: { online: false, bank: null, proofs: [] } },
		courseRequestText.viewRequest,
	],
	['paid', { state: 'paid' }, courseRequestText.viewRequest],
	['cancelled', { state: 'cancelled' }, courseRequestText.viewRequest],
	['refunded', { state: 'refunded' }, courseRequestText.viewRequest],
] as const satisfies [string, Partial<ReturnType<typeof makeListedEnrollment>>, string][])(
	'shows what was sent, where we wrote and the next step of a request: %s, %j',
	async ([step, enrollment, button]) => {
		logIn();
		await open({ listMyEnrollments: () => ({ items: [makeListedEnrollment(course, enrollment)] }) });
		await expect.element(requestCard.getByRole('heading', { name: courseRequestText.titles[step] })).toBeVisible();
		await expect
			.element(requestCard.getByText('From Ada Obi, sent 1 Nov 2026. We wrote to ada@example.com.'))
			.toBeVisible();
		await expect.element(requestCard.getByText(courseRequestText.nextSteps[step])).toBeVisible();
		await expect
			.element(requestCard.getByRole('link', { name: button }))
			.toHaveAttribute('href', '/enrollment/request-1');
		const sendProof = requestCard.getByRole('link', { name: courseRequestText.sendProof });
		if (step === 'transfer') await expect.element(sendProof).toHaveAttribute('href', '/enrollment/request-1#proof');
		else await expect.element(sendProof).not.toBeInTheDocument();
		await expect.element(start).toBeEnabled();
		expect(await findViolations()).toEqual([]);
	},
);

async function send(email = 'ada@example.com') {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	await start.click();
	await field(commonText.name).fill('Ada Obi');
	await field(commonText.email).fill(email);
	await field(commonText.phone).fill('0803 123 4567');
	await dialog.getByRole('button', { name: enrollText.enroll }).click();
	await expect.element(dialog).not.toBeInTheDocument();
}

const enroll = () => ({ message: 'Thank you' });

test("keeps a visitor's request on the device without the phone number, until the visitor removes it", async () => {
	await open({ enroll });
	await send();
	await expect.element(requestCard.getByText(/^From Ada Obi, sent .* We wrote to ada@example.com.$/)).toBeVisible();
	await expect.element(requestCard.getByText(courseRequestText.sentNext)).toBeVisible();
	await expect.element(start).toHaveFocus();
	expect(localStorage.getItem('course-requests')).toContain('ada@example.com');
	expect(localStorage.getItem('course-requests')).not.toContain('0803');
	expect(await findViolations()).toEqual([]);
	await cleanup();
	await open();
	await requestCard.getByRole('button', { name: courseRequestText.remove }).click();
	await expect.element(requestCard).not.toBeInTheDocument();
	expect(localStorage.getItem('course-requests')).toBeNull();
});

test('leads an unconfirmed account to the confirmation of its address', async () => {
	logIn({ email_verified: false });
	await open({ enroll });
	await send();
	await expect.element(requestCard.getByText(courseRequestText.unconfirmedNext)).toBeVisible();
	await expect
		.element(requestCard.getByRole('link', { name: courseRequestText.confirmEmail }))
		.toHaveAttribute('href', '/dashboard/personal-Info');
	expect(await findViolations()).toEqual([]);
});

test('explains that a request with another address is not in the account', async () => {
	logIn();
	await open({ enroll });
	await send('work@example.com');
	await expect.element(requestCard.getByText(courseRequestText.otherEmailNext)).toBeVisible();
});

test('offers the first lesson free once it has content', async () => {
	const first = { module: 1, title: course.modules[0] ?? '', has_text: true, has_video: false };
	await open({ listModules: () => ({ items: [first] }) });
	const path = `/learning/${course.id}/modules/1`;
	await expect.element(page.getByRole('link', { name: courseText.tryFreeLesson })).toHaveAttribute('href', path);
	await expect
		.element(page.getByRole('link', { name: new RegExp(`${courseText.freeLesson}$`) }))
		.toHaveAttribute('href', path);
	expect(await findViolations()).toEqual([]);
});

test('tells what learners can do afterwards and who teaches', async () => {
	await open();
	const outcomes = page.getByRole('region', { name: courseText.outcomes }).getByRole('listitem');
	expect(outcomes.elements().map((element) => element.textContent)).toEqual(course.outcomes);
	await expect
		.element(page.getByRole('region', { name: courseText.teacher }).getByText(course.teacher(defaultBrand.name).name))
		.toBeVisible();
	await expect.element(page.getByRole('link', { name: courseText.tryFreeLesson })).not.toBeInTheDocument();
});

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
