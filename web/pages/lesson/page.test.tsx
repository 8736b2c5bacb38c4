import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/messages.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as lessonText from '../../../contract/text/lesson.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/device.ts';
import { fakeApi, type Handlers, problem } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as lessonPage from './page.tsx';

const lesson = '/learning/laravel-complete-course/modules/1';
const forbidden = () => problem(403, { code: 'forbidden', message: 'Not yours' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function open(at: string, handlers: Handlers = {}) {
	return renderRoute('/learning/:courseId/modules/:module', lessonPage, { api: fakeApi(handlers), at });
}

test('a visitor is led to log in and back, and nothing is asked', async () => {
	const { address } = await open(lesson);
	await expect.element(heading(lessonText.logInTitle)).toBeVisible();
	await page.getByRole('link', { name: commonText.logIn }).click();
	await expect.poll(address).toBe(`/Login?next=${encodeURIComponent(lesson)}`);
});

test('whoever is no learner of the course is led to it', async () => {
	logIn();
	const { address } = await open(lesson, {
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
] as const)('%s does not exist', async ([at, title]) => {
	await open(at);
	await expect.element(heading(title)).toBeVisible();
});

test.for([
	{ courseId: 'laravel-complete-course', module: '99' },
	{ courseId: 'knitting', module: '1' },
])('the server answers 404 for %j', (params) => {
	const load = () => lessonPage.loader({ params } as Parameters<typeof lessonPage.loader>[0]);
	expect(load).toThrow(expect.objectContaining({ init: { status: 404 } }));
});
