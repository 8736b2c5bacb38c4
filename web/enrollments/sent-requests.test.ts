import { expect, test } from 'vitest';
import { parseSentRequests, type SentRequest, selectSentRequests } from './sent-requests.ts';

const now = Date.UTC(2026, 10, 22);
const newRequest = (overrides: Partial<SentRequest> = {}): SentRequest => ({
	course_id: 'laravel-complete-course',
	name: 'Ada Obi',
	email: 'ada@example.com',
	sent_at: new Date(now).toISOString(),
	account: null,
	...overrides,
});
const ada = { id: 7, email: 'Ada@Example.com' };
const select = (
	requests: SentRequest[],
	viewer: typeof ada | null,
	listed: { course_id: string; email: string }[] = [],
) => selectSentRequests(requests, viewer, { listed, now });

test('shows the requests of visitors to visitors only, or to the account with their address', () => {
	const visitors = newRequest();
	const others = newRequest({ email: 'bola@example.com' });
	const own = newRequest({ account: 7, email: 'work@example.com' });
	const another = newRequest({ account: 8 });
	const requests = [visitors, others, own, another];
	expect(select(requests, null)).toEqual([visitors, others]);
	expect(select(requests, ada)).toEqual([visitors, own]);
});

test("leaves out what the account's list has, and what is older than 30 days", () => {
	const requests = [newRequest(), newRequest({ course_id: 'python-hacking-cybersec' })];
	const listed = [{ course_id: 'laravel-complete-course', email: 'ADA@example.com' }];
	expect(select(requests, ada, listed)).toEqual([requests[1]]);
	const old = newRequest({ sent_at: new Date(now - 31 * 86_400_000).toISOString() });
	expect(select([old], null)).toEqual([]);
});

test('skips stored requests that are invalid', () => {
	const { name, ...nameless } = newRequest();
	const undated = newRequest({ sent_at: 'yesterday' });
	expect(parseSentRequests([nameless, undated, 'x', null, { ...newRequest(), phone: '0803' }])).toEqual([newRequest()]);
	expect(parseSentRequests({})).toBeNull();
	expect(name).toBe('Ada Obi');
});
