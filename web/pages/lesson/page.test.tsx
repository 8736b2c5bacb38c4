import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as messages from '../../../contract/core/messages.ts';
import { findCourse } from '../../../contract/courses/course-catalogue.ts';
import type { Progress } from '../../../contract/courses/courses.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as lessonText from '../../../text/web/lesson.ts';
import * as checkText from '../../../text/web/module-check.ts';
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

async function open(url: string, handlers: Handlers = {}) {
	const api = fakeApi(handlers);
	return { api, ...(await renderRoute('/learning/:courseId/modules/:module?', route, { api, url })) };
}

const all = modules.map((_, index) => index + 1);

function newProgress(done: number[], passed: number[]): Progress {
	const next = modules.findIndex((_, index) => !done.includes(index + 1)) + 1;
	return {
		course_id: courseId,
		percent: Math.floor((100 * done.length) / modules.length),
		done,
		next: next === 0 ? null : next,
		passed,
		certificate: next === 0 && passed.length === modules.length ? 'KSW-CODE' : null,
	};
}

/** Right answers of the check of each module. */
const rightAnswers = [0, 1, 2, 1];

function learning(done: number[] = [], passed: number[] = []): Handlers {
	let progress = newProgress(done, passed);
	const add = (numbers: readonly number[], module: number) =>
		[...numbers.filter((other) => other !== module), module].sort((a, b) => a - b);
	return {
		getProgress: () => progress,
		setProgress: ({ body }) => {
			const others = progress.done.filter((module) => module !== body.module);
			progress = newProgress(body.done ? add(others, body.module) : others, progress.passed);
			return progress;
		},
		getModuleCheck: () => ({
			questions: rightAnswers.map((_, index) => ({
				question: `What is ${index + 1}?`,
				options: ['a', 'b', 'c'].map((letter) => `Answer ${index + 1}${letter}`),
			})),
		}),
		answerModuleCheck: ({ params, body }) => {
			const results = rightAnswers.map((answer, index) =>
				body.answers[index] === answer ? { right: true, why: `Because of ${index + 1}.` } : { right: false, why: null },
			);
			const module = Number(params.module);
			const isPassed = results.every(({ right }) => right);
			if (isPassed) progress = newProgress(add(progress.done, module), add(progress.passed, module));
			return { results, passed: isPassed, progress };
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
] as const)('shows an error at %s', async ([url, title]) => {
	await open(url);
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
	await open(lesson, { ...learning([2]), setProgress: throwNetworkError });
	await tick.click();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '25');
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).toBeVisible();
	await cleanup();
	const { api } = await open(lesson, { ...learning([2]), setProgress: throwNetworkError });
	await expect.element(untick).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '25');
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).toBeVisible();
	api.handle(learning([2]));
	stubOnline(true);
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).not.toBeInTheDocument();
	await expect.poll(readTicks).toBeNull();
	expect(api.calls('setProgress').at(-1)?.body).toEqual({ module: 1, done: true });
	await expect.element(untick).toBeVisible();

	api.handle({ setProgress: throwNetworkError });
	await untick.click();
	await expect.element(page.getByText(lessonText.ticksWaiting(1))).toBeVisible();
	await cleanup();
	await open(lesson, { ...learning([1, 2]), setProgress: throwNetworkError });
	await expect.element(tick).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '12');
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
	await open(`/learning/${courseId}/modules/${modules.length}`, learning(all.slice(0, -1), all));
	await tick.click();
	await expect.element(page.getByText(lessonText.finishedTitle(findCourse(courseId)?.title ?? ''))).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '100');
	await expect
		.element(page.getByRole('link', { name: lessonText.seeCertificate }))
		.toHaveAttribute('href', '/certificate/KSW-CODE');
});

const check = page.getByRole('region', { name: lessonText.checkTitle });
const question = (number: number) => check.getByRole('group', { name: `${number}. What is ${number}?` });
const choose = (number: number, letter: string) =>
	question(number)
		.getByRole('radio', { name: `Answer ${number}${letter}` })
		.click();
const sendAnswers = check.getByRole('button', { name: checkText.send });

test('says which answers are right, keeps them for the next try, and completes the module', async () => {
	logIn();
	const { api } = await open(lesson, learning());
	for (const [index, letter] of ['a', 'b', 'c', 'c'].entries()) await choose(index + 1, letter);
	expect(await findViolations()).toEqual([]);
	await sendAnswers.click();
	const notPassed = check.getByRole('heading', { name: checkText.notPassedTitle(3, 4) });
	await expect.element(notPassed).toHaveFocus();
	await expect.element(check.getByText(/Because of 1\./)).toBeVisible();
	await expect.element(check.getByText(checkText.notRight)).toBeVisible();
	await expect.element(check.getByText(lessonText.checkPassed, { exact: true })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);

	await check.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(check.getByText(checkText.hint)).toHaveFocus();
	await expect.element(question(1).getByRole('radio', { name: 'Answer 1a' })).toBeChecked();
	await choose(4, 'b');
	await sendAnswers.click();
	await expect.element(check.getByRole('heading', { name: checkText.passedTitle })).toHaveFocus();
	expect(api.calls('answerModuleCheck').map(({ body }) => body.answers)).toEqual([[0, 1, 2, 2], rightAnswers]);
	await expect.element(check.getByText(lessonText.checkPassed, { exact: true })).toBeVisible();
	await expect.element(check.getByText(/Because of 4\./)).toBeVisible();
	await expect.element(untick).toBeVisible();
	await expect.element(percent).toHaveAttribute('aria-valuenow', '12');
	expect(await findViolations()).toEqual([]);
});

test('asks for the missing answers', async () => {
	logIn();
	const { api } = await open(lesson, learning());
	await choose(1, 'a');
	await choose(3, 'c');
	await sendAnswers.click();
	await expect.element(question(2)).toHaveAccessibleDescription(checkText.answerMissing);
	await expect.element(question(4)).toHaveAccessibleDescription(checkText.answerMissing);
	await expect.element(question(2).getByRole('radio', { name: 'Answer 2a' })).toHaveFocus();
	expect(await findViolations()).toEqual([]);
	await choose(2, 'b');
	await expect.element(question(2)).not.toHaveAccessibleDescription(checkText.answerMissing);
	expect(api.calls('answerModuleCheck')).toEqual([]);
});

test('keeps the chosen answers without a connection', async () => {
	logIn();
	const handlers = learning();
	const { api } = await open(lesson, { ...handlers, answerModuleCheck: throwNetworkError });
	for (const [index, letter] of ['a', 'b', 'c', 'b'].entries()) await choose(index + 1, letter);
	stubOnline(false);
	await expect.element(check.getByText(checkText.offlineAnswers)).toBeVisible();
	await sendAnswers.click();
	await expect.element(check.getByText(errorsText.noResponse)).toBeVisible();
	await expect.element(question(4).getByRole('radio', { name: 'Answer 4b' })).toBeChecked();
	stubOnline(true);
	api.handle(handlers);
	await sendAnswers.click();
	await expect.element(check.getByRole('heading', { name: checkText.passedTitle })).toBeVisible();
});

test('says that a check needs a connection if its questions are not loaded', async () => {
	logIn();
	stubOnline(false);
	await open(lesson, { ...learning(), getModuleCheck: throwNetworkError });
	await expect.element(check.getByText(checkText.offline)).toBeVisible();
	await expect.element(sendAnswers).not.toBeInTheDocument();
});

test('shows that a check is passed, without its questions', async () => {
	logIn();
	const { api } = await open(lesson, learning([1], [1]));
	await expect.element(check.getByText(checkText.alreadyPassed)).toBeVisible();
	expect(api.calls('getModuleCheck')).toEqual([]);
	expect(await findViolations()).toEqual([]);
});

test('shows administrators who do not take the course no check', async () => {
	logIn({ role: 'admin' });
	const { api } = await open(lesson, { ...learning(), getProgress: forbidden });
	await expect.element(page.getByRole('heading', { name: lessonText.liveTitle })).toBeVisible();
	await expect.element(check).not.toBeInTheDocument();
	expect(api.calls('getModuleCheck')).toEqual([]);
});

test('lists the checks that are left when all lessons are done', async () => {
	logIn();
	const { address } = await open(`/learning/${courseId}/modules/2`, learning(all, all.slice(2)));
	await expect.element(page.getByRole('heading', { name: lessonText.checksLeftTitle })).toBeVisible();
	await expect.element(page.getByText(lessonText.checksLeft(2))).toBeVisible();
	await expect.element(page.getByText(lessonText.checksPassed(6, 8))).toBeVisible();
	await expect.element(page.getByRole('link', { name: lessonText.seeCertificate })).not.toBeInTheDocument();
	expect(page.getByText(new RegExp(`${lessonText.checkOpen}$`)).elements().length).toBeGreaterThan(0);
	expect(await findViolations()).toEqual([]);
	const left = page.getByRole('article').getByRole('link', { name: `${lessonText.moduleNumber(1)} ${modules[0]}` });
	await expect.element(left).toHaveAttribute('href', `${lesson}#check`);
	await left.click();
	await expect.poll(address).toBe(lesson);
	for (const [index, letter] of ['a', 'b', 'c', 'b'].entries()) await choose(index + 1, letter);
	await sendAnswers.click();
	await expect.element(page.getByText(lessonText.checksLeft(1))).toBeVisible();
});

test.for([
	[[2], [2], 1],
	[all, [1, 2, 4], 3],
	[all, all, 1],
] as const)('opens a course with %j done and %j passed at module %i', async ([done, passed, module]) => {
	logIn();
	const { address } = await open(`/learning/${courseId}/modules`, learning([...done], [...passed]));
	await expect.poll(address).toBe(`/learning/${courseId}/modules/${module}`);
});
