import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { findCourse } from '../../../contract/course-catalogue.ts';
import type { Progress } from '../../../contract/courses.ts';
import * as messages from '../../../contract/messages.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as courseText from '../../../contract/text/course.ts';
import * as lessonText from '../../../contract/text/lesson.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, stubOnline } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithOutbox } from '../../testing/with-outbox.tsx';
import * as lessonPage from './page.tsx';

const courseId = 'laravel-complete-course';
const modules = findCourse(courseId)?.modules ?? [];
const lesson = `/learning/${courseId}/modules/1`;
const percent = page.getByRole('progressbar', { name: /^Progress in/ });
const tick = page.getByRole('button', { name: lessonText.markAsDone });
const untick = page.getByRole('button', { name: lessonText.untick });
const readTicks = () => localStorage.getItem('lesson-ticks');
const forbidden = () => makeProblemResponse(403, { code: 'forbidden', message: 'Not yours' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const route = {
	...lessonPage,
	default: (props: ComponentProps<typeof lessonPage.default>) => (
		<WithOutbox>
			<lessonPage.default {...props} />
		</WithOutbox>
	),
};

async function open(at: string, handlers: Handlers = {}) {
	const api = fakeApi(handlers);
	return { api, ...(await renderRoute('/learning/:courseId/modules/:module', route, { api, at })) };
}

function newProgress(...done: number[]): Progress {
	const next = modules.findIndex((_, index) => !done.includes(index + 1)) + 1;
	return {
		course_id: courseId,
		percent: Math.floor((100 * done.length) / modules.length),
		done,
		next: next === 0 ? null : next,
		certificate: next === 0 ? 'KSW-CODE' : null,
	};
}

function learning(...done: number[]): Handlers {
	let progress = newProgress(...done);
	return {
		getProgress: () => progress,
		setProgress: ({ body }) => {
			const others = progress.done.filter((module) => module !== body.module);
			progress = newProgress(...(body.done ? [...others, body.module].sort((a, b) => a - b) : others));
			return progress;
		},
		getModule: ({ params }) => ({
			module: Number(params.module),
			title: modules[Number(params.module) - 1] ?? '',
			has_text: false,
			has_video: false,
			text: '',
			video: null,
			video_state: null,
		}),
		listModules: () => ({ items: [] }),
		getContact: () => ({ email: null, phone: null, whatsapp: null, address: null }),
	};
}

const listed = (has_text: boolean): Handlers => ({
	listModules: () => ({ items: [{ module: 1, title: modules[0] ?? '', has_text, has_video: false }] }),
});
const preview = (text: string): Handlers => ({
	...listed(text !== ''),
	getPreview: () => ({
		module: 1,
		title: modules[0] ?? '',
		has_text: text !== '',
		has_video: false,
		text,
		video: null,
		video_state: null,
	}),
});

test('leads a visitor to the login and back', async () => {
	const second = `/learning/${courseId}/modules/2`;
	const { address } = await open(second, listed(true));
	await expect.element(heading(lessonText.logInTitle)).toBeVisible();
	await expect.element(page.getByRole('link', { name: courseText.tryFreeLesson })).toHaveAttribute('href', lesson);
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: commonText.logIn }).click();
	await expect.poll(address).toBe(`/Login?next=${encodeURIComponent(second)}`);
});

test('shows the first lesson to a visitor, without progress', async () => {
	const { api, address } = await open(lesson, preview('# Start here'));
	await expect.element(heading(modules[0] ?? '')).toBeVisible();
	await expect.element(page.getByRole('heading', { name: 'Start here' })).toBeVisible();
	await expect.element(page.getByText(courseText.freeLesson, { exact: true })).toBeVisible();
	await expect.element(tick).not.toBeInTheDocument();
	await expect.element(percent).not.toBeInTheDocument();
	expect(api.calls('getModule')).toEqual([]);
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: lessonText.seeCourse }).click();
	await expect.poll(address).toBe(`/learning/${courseId}`);
});

test('shows the first lesson to a user who is not enrolled', async () => {
	logIn();
	await open(lesson, { ...preview('# Start here'), getProgress: forbidden, getModule: forbidden });
	await expect.element(page.getByRole('heading', { name: 'Start here' })).toBeVisible();
	await expect.element(tick).not.toBeInTheDocument();
});

test('locks a first lesson without content', async () => {
	await open(lesson, preview(''));
	await expect.element(heading(lessonText.logInTitle)).toBeVisible();
	await expect.element(page.getByRole('link', { name: courseText.tryFreeLesson })).not.toBeInTheDocument();
});

test('links a user who is not enrolled to the course', async () => {
	logIn();
	const { address } = await open(`/learning/${courseId}/modules/2`, {
		getProgress: forbidden,
		getModule: forbidden,
		listModules: () => ({ items: [] }),
	});
	await expect.element(heading(lessonText.learnersOnlyTitle)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: lessonText.seeCourse }).click();
	await expect.poll(address).toBe('/learning/laravel-complete-course');
});

test.for([
	['/learning/laravel-complete-course/modules/99', lessonText.noSuchModule],
	['/learning/knitting/modules/1', messages.courseNotFound],
] as const)('shows an error at %s', async ([at, title]) => {
	await open(at);
	await expect.element(heading(title)).toBeVisible();
});

test.for([
	{ courseId: 'laravel-complete-course', module: '99' },
	{ courseId: 'knitting', module: '1' },
])('returns 404 for %j', async (params) => {
	const loading = lessonPage.loader({ params } as Parameters<typeof lessonPage.loader>[0]);
	await expect(loading).rejects.toEqual(expect.objectContaining({ init: { status: 404 } }));
});

test('ticks and unticks a module, and keeps the last change', async () => {
	logIn();
	const { api } = await open(lesson, learning());
	await expect.element(percent).toHaveAttribute('aria-valuenow', '0');
	await expect.element(page.getByRole('heading', { name: lessonText.liveTitle })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await tick.click();
	await untick.click();
	await tick.click();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '12');
	await expect.poll(readTicks).toBeNull();
	expect(api.calls('setProgress').at(-1)?.body).toEqual({ module: 1, done: true });
	await expect.element(untick).toBeVisible();
});

test('stores an offline tick across reloads, and sends it later', async () => {
	logIn();
	stubOnline(false);
	await open(lesson, { ...learning(2), setProgress: throwNetworkError });
	await tick.click();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '25');
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).toBeVisible();
	await cleanup();
	const { api } = await open(lesson, { ...learning(2), setProgress: throwNetworkError });
	await expect.element(untick).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '25');
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).toBeVisible();
	api.handle(learning(2));
	stubOnline(true);
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).not.toBeInTheDocument();
	await expect.poll(readTicks).toBeNull();
	expect(api.calls('setProgress').at(-1)?.body).toEqual({ module: 1, done: true });
	await expect.element(untick).toBeVisible();
});

test('reverts and reports a tick that the server rejects', async () => {
	logIn();
	await open(lesson, { ...learning(), setProgress: forbidden });
	await tick.click();
	await expect.element(page.getByText('Not yours')).toBeVisible();
	await expect.element(tick).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '0');
	expect(readTicks()).toBeNull();
});

test('links to the certificate after the last tick', async () => {
	logIn();
	const all = modules.map((_, index) => index + 1);
	await open(`/learning/${courseId}/modules/${modules.length}`, learning(...all.slice(0, -1)));
	await tick.click();
	await expect.element(page.getByText(lessonText.finishedTitle(findCourse(courseId)?.title ?? ''))).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '100');
	await expect
		.element(page.getByRole('link', { name: lessonText.seeCertificate }))
		.toHaveAttribute('href', '/certificate/KSW-CODE');
});
