import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { toResponseTime } from './response-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the response time in words', () => {
	const times = (delay: number, count: number = verificationLimits.responseTime.answers) =>
		Array<number>(count).fill(delay);

	test('needs five answers', () => {
		expect(toResponseTime([])).toBeNull();
		expect(toResponseTime(times(minute, 4))).toBeNull();
		expect(toResponseTime(times(minute, 5))).toBe('hour');
	});

	test.each([
		[0, 'hour'],
		[hour, 'hour'],
		[hour + 1, 'hours'],
		[3 * hour, 'hours'],
		[3 * hour + 1, 'day'],
		[day, 'day'],
		[day + 1, 'days'],
	])('of a median of %d ms is %s', (delay, expected) => {
		expect(toResponseTime(times(delay))).toBe(expected);
	});

	test('is the median, so that one late answer does not change it', () => {
		expect(toResponseTime([minute, 30 * day, minute, 2 * day, minute])).toBe('hour');
		expect(toResponseTime([minute, 30 * day, 2 * day, 2 * day, minute])).toBe('days');
		// The median of an even number of answers is between the two in the middle.
		expect(toResponseTime([0, 0, 0, 2 * hour, 9 * day, 9 * day])).toBe('hour');
		expect(toResponseTime([0, 0, 0, 2 * hour + 1, 9 * day, 9 * day])).toBe('hours');
	});
});

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let buyer: TestPerson;
let adId: number;

const getResponseTime = async () =>
	(await createApiClient(server).getUser({ params: { user_name: seller.session.user_name } })).response_time;

function comment({ client }: TestPerson, text: string, parent_id?: number, id = adId, target: 'ads' | 'posts' = 'ads') {
	return client.createComment({ params: { target, id: String(id) }, body: { text, ...(parent_id && { parent_id }) } });
}

/** Asks a question, and answers it after `delay` milliseconds. Returns the ids of both comments. */
async function askAndAnswer(delay: number, id = adId, target: 'ads' | 'posts' = 'ads') {
	const question = await comment(buyer, 'Is it available?', undefined, id, target);
	clock.advance(delay);
	const answer = await comment(seller, 'Yes.', question.id, id, target);
	return { question: question.id, answer: answer.id };
}

describeOnBothEngines('the response time of a seller', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
		buyer = await signUp(server);
		adId = await seedAd(server, seller);
	});

	test('shows with the fifth answer, also on the cached page of an ad', async () => {
		const visitor = createApiClient(server);
		for (let count = 0; count < 4; count += 1) await askAndAnswer(minute);
		expect(await getResponseTime()).toBeUndefined();
		await askAndAnswer(minute);
		expect(await getResponseTime()).toBe('hour');
		expect((await visitor.getAd({ params: { id: String(adId) } })).seller.response_time).toBe('hour');
		const { items } = await visitor.getFeed({ query: { limit: 50 } });
		expect(items.find(({ id }) => id === adId)?.seller.response_time).toBe('hour');
	});

	test('counts only the first answer to each question', async () => {
		for (let count = 0; count < 4; count += 1) await askAndAnswer(minute);
		const { question } = await askAndAnswer(2 * day);
		await comment(buyer, 'Thank you.', question);
		clock.advance(day);
		await comment(seller, 'You are welcome.', question);
		expect(await getResponseTime()).toBe('hour');
	});

	test('counts neither own questions, nor answers of others, nor posts', async () => {
		const postId = await seedPost(server, seller);
		for (let count = 0; count < 5; count += 1) {
			const own = await comment(seller, 'Ask me anything.');
			await comment(seller, 'Nobody?', own.id);
			const question = await comment(buyer, 'Is it new?');
			await comment(buyer, 'Or used?', question.id);
			await askAndAnswer(minute, postId, 'posts');
		}
		expect(await getResponseTime()).toBeUndefined();
	});

	test('forgets answers after 60 days, and deleted ones, within a day', async () => {
		const { answer } = await askAndAnswer(minute);
		for (let count = 0; count < 5; count += 1) await askAndAnswer(2 * hour);
		expect(await getResponseTime()).toBe('hours');
		await seller.client.deleteComment({ params: { id: String(answer) } });
		clock.advance(day);
		await server.comments.refreshResponseTimes();
		expect(await getResponseTime()).toBe('hours');
		clock.advance(verificationLimits.responseTime.period - day);
		await server.comments.refreshResponseTimes();
		expect(await getResponseTime()).toBeUndefined();
	});

	test('is not computed again within a day', async () => {
		const answers = [];
		for (let count = 0; count < 5; count += 1) answers.push(await askAndAnswer(minute));
		await seller.client.deleteComment({ params: { id: String(answers[0]?.answer) } });
		clock.advance(day - 1);
		await server.comments.refreshResponseTimes();
		expect(await getResponseTime()).toBe('hour');
		clock.advance(1);
		await server.comments.refreshResponseTimes();
		expect(await getResponseTime()).toBeUndefined();
	});
});
