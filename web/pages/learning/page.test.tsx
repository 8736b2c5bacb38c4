import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { allCoursesOption, type Course, courses, findCourse } from '../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { makeListedEnrollment } from '../../testing/enrollments.ts';
import { fakeApi, type Handlers } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as learningPage from './page.tsx';

const python = findCourse('python-hacking-cybersec') as Course;
const category = page.getByLabelText(commonText.category);
const card = (course: Course) => page.getByRole('article').filter({ hasText: course.title });

async function open(handlers: Handlers = {}, url = '/learning') {
	const api = fakeApi({
		getContact: () => ({ email: null, phone: null, whatsapp: null, address: null }),
		getSaved: () => ({ ids: [] }),
		...handlers,
	});
	const route = {
		...learningPage,
		default: () => (
			<WithActor>
				<learningPage.default />
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/learning', route, { api, url })) };
}

test('shows the price, the duration and the level of each course', async () => {
	const { address } = await open();
	await expect.element(page.getByRole('article')).toHaveLength(courses.length);
	await expect.element(card(python)).toMatchTextContent(/NGN 100,000/);
	await expect.element(card(python).getByText(python.level)).toBeVisible();
	await expect.element(card(python).getByText(python.duration)).toBeVisible();
	await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await card(python).getByRole('link', { name: python.title }).click();
	await expect.poll(address).toBe(`/learning/${python.id}`);
});

test('keeps the chosen category in the address', async () => {
	const { address } = await open();
	await expect.element(category).toHaveValue(allCoursesOption);
	await category.selectOptions('Frontend');
	await expect.poll(address).toBe('/learning?courseCategory=Frontend');
	await expect.element(page.getByRole('article')).toHaveLength(1);
});

test.for([
	['Frontend', 'Frontend', 1],
	['Cooking', allCoursesOption, courses.length],
] as const)('shows the category "%s" as %s', async ([named, chosen, count]) => {
	await open({}, `/learning?courseCategory=${named}`);
	await expect.element(category).toHaveValue(chosen);
	await expect.element(page.getByRole('article')).toHaveLength(count);
});

test("links to a chat with the market's operator", async () => {
	await open({ getContact: () => ({ email: null, phone: null, whatsapp: '2348031234567', address: null }) });
	const chat = page.getByRole('link', { name: commonText.chatOnWhatsapp, exact: false });
	await expect.element(chat).toHaveAttribute('target', '_blank');
	await expect.poll(() => chat.element().getAttribute('href')).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=Hello/);
});

test("shows a learner's progress in each course", async () => {
	logIn();
	await open({
		listMyEnrollments: () => ({
			items: [makeListedEnrollment(python, { state: 'active', progress: 0, joined: true })],
		}),
	});
	const bar = page.getByRole('progressbar', { name: courseText.progressIn(python.title) });
	await expect.element(bar).toHaveAttribute('aria-valuenow', '0');
	expect(page.getByRole('progressbar').elements()).toHaveLength(1);
	expect(await findViolations()).toEqual([]);
});
