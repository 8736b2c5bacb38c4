import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import { type Course, findCourse } from '../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import * as enrollText from '../../../text/web/enroll.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { render } from '../../testing/render.tsx';
import { EnrollButton } from './enroll-button.tsx';

const course = findCourse('javascript-complete-guide') as Course;
const start = page.getByRole('button', { name: courseText.start });
const dialog = page.getByRole('dialog', { name: enrollText.title });
const name = dialog.getByLabelText(commonText.name);
const email = dialog.getByLabelText(commonText.email);
const phone = dialog.getByLabelText(commonText.phone);
const send = dialog.getByRole('button', { name: enrollText.enroll });
const overlay = page.getByRole('status').filter({ hasText: enrollText.sending });
const typed = { name: 'Ada Obi', email: 'ada@example.org', phone: '0803 123 4567' };

async function open(handlers: Handlers = {}) {
	const api = fakeApi(handlers);
	const rendered = await render(<EnrollButton course={course} hasFreeLesson={false} />, { api, url: '/' });
	await start.click();
	await expect.element(dialog).toBeVisible();
	return { api, ...rendered };
}

async function fill() {
	await name.fill(typed.name);
	await email.fill(typed.email);
	await phone.fill(typed.phone);
}

async function expectTyped() {
	await expect.element(name).toHaveValue(typed.name);
	await expect.element(email).toHaveValue(typed.email);
	await expect.element(phone).toHaveValue(typed.phone);
	await expect.element(dialog.getByLabelText(commonText.course)).toHaveValue(course.title);
}

test('opens and closes the dialog by keyboard, and returns the focus to the button', async () => {
	const { address } = await render(<EnrollButton course={course} hasFreeLesson={false} />);
	await expect.element(start).toBeEnabled();
	await userEvent.tab();
	await expect.element(start).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(name).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(start).toHaveFocus();
	expect(address()).toBe('/');
});

test('shows missing fields on submit, and clears the errors once they are filled', async () => {
	const { api } = await open();
	await expect.element(name).toHaveFocus();
	await userEvent.keyboard('Ada');
	await name.fill('');
	const complaints = dialog.getByText(/required|Invalid/);
	await expect.element(complaints).not.toBeInTheDocument();
	await userEvent.keyboard('{Enter}');
	await expect.element(name).toHaveAccessibleDescription('Name is required');
	await expect.element(email).toHaveAccessibleDescription('Email is required');
	await expect.element(phone).toHaveAccessibleDescription('Phone number is required');
	expect(await findViolations()).toEqual([]);
	await name.fill('Ada');
	await email.fill('ada@');
	await phone.fill('0803');
	await expect.element(email).toHaveAccessibleDescription(messages.emailInvalid);
	await email.fill('ada@example.com');
	await expect.element(complaints).not.toBeInTheDocument();
	expect(api.calls('enroll')).toEqual([]);
});

test('keeps the dialog and the input after a failed request, and retries with the same key', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(console, 'log').mockImplementation(() => {});
	const { promise, resolve } = Promise.withResolvers<Response>();
	const { api } = await open({ enroll: () => promise });
	await fill();
	await send.click();
	await expect.element(overlay).toBeVisible();
	expect(overlay.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
	await expect.element(page.getByText(enrollText.enrolling)).toBeVisible();
	await userEvent.keyboard('{Escape}');
	expect(api.calls('enroll')).toHaveLength(1);
	resolve(makeProblemResponse(503, { code: 'unavailable', message: 'Too busy. Try again in a moment.' }));
	await expect.element(dialog.getByText(enrollText.failed('Too busy. Try again in a moment.'))).toBeVisible();
	await expect.element(overlay).not.toBeInTheDocument();
	expect(logged).toHaveBeenCalledWith('Failed to submit enrollment', expect.anything());
	await expectTyped();
	await expect
		.element(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'))
		.not.toBeInTheDocument();

	api.handle({ enroll: throwNetworkError });
	await send.click();
	await expect.element(dialog.getByText(enrollText.failed(errorsText.noResponse))).toBeVisible();
	await expectTyped();

	api.handle({ enroll: () => ({ message: 'Thank you' }) });
	await send.click();
	await expect.element(page.getByText('Enrollment successful!')).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	const keys = api.calls('enroll').map(({ headers }) => headers['idempotency-key']);
	expect(keys).toEqual([expect.stringMatching(/^\w{16,}$/), keys[0], keys[0]]);
});

test('sends changed input with a new key', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { api } = await open({ enroll: throwNetworkError });
	await fill();
	await send.click();
	await expect.poll(() => api.calls('enroll').length).toBe(1);
	await expect.element(overlay).not.toBeInTheDocument();
	await name.fill('Ada Nwosu');
	await send.click();
	await expect.poll(() => api.calls('enroll').length).toBe(2);
	const [first, second] = api.calls('enroll').map(({ headers }) => headers['idempotency-key']);
	expect(first).not.toBe(second);
});
