import { createStoredValue } from '../platform/stored-value.ts';

/**
 * Course request that was sent from this device. Only the email tells its state, because the server reveals nothing about an address.
 * The phone number is not kept, because other people may use the device.
 */
export interface SentRequest {
	course_id: string;
	name: string;
	/** Address to which we wrote, as the learner typed it. */
	email: string;
	sent_at: string;
	/** Id of the account that sent the request; null for a visitor. */
	account: number | null;
}

/** Milliseconds for which this device remembers a request. */
const maxAge = 30 * 24 * 3_600_000;

export const sentRequests = createStoredValue('course-requests', parseSentRequests);

/** Remembers a request on this device. It replaces an earlier request for the same course and address. */
export function addSentRequest(request: SentRequest) {
	const others = (sentRequests.get() ?? []).filter((other) => !isSameRequest(other, request));
	sentRequests.set([request, ...others.filter((other) => !isExpired(other, Date.now()))]);
}

export function removeSentRequest(request: SentRequest) {
	store((sentRequests.get() ?? []).filter((other) => !isSameRequest(other, request)));
}

/** Removes an account's requests at logout, because others may use the device. */
export function clearSentRequests(account: number) {
	store((sentRequests.get() ?? []).filter((request) => request.account !== account));
}

function store(requests: readonly SentRequest[]) {
	if (requests.length > 0) sentRequests.set([...requests]);
	else sentRequests.remove();
}

interface Viewer {
	id: number;
	email: string;
}

/**
 * Returns the requests that a viewer may see, newest first: a visitor sees the requests of visitors, an account its own and those of
 * visitors with its address. Requests that the account's own list has are left out.
 */
export function selectSentRequests(
	requests: readonly SentRequest[],
	viewer: Viewer | null,
	{ listed, now }: { listed: readonly { course_id: string; email: string }[]; now: number },
): SentRequest[] {
	return requests.filter((request) => {
		if (isExpired(request, now)) return false;
		if (listed.some((own) => own.course_id === request.course_id && isSameEmail(own.email, request.email)))
			return false;
		if (!viewer) return request.account === null;
		return request.account === viewer.id || (request.account === null && isSameEmail(request.email, viewer.email));
	});
}

export function isSameEmail(a: string, b: string): boolean {
	return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function isSameRequest(a: SentRequest, b: SentRequest): boolean {
	return a.course_id === b.course_id && isSameEmail(a.email, b.email);
}

function isExpired({ sent_at }: SentRequest, now: number): boolean {
	return Date.parse(sent_at) < now - maxAge;
}

/** Parses stored requests and skips invalid ones. */
export function parseSentRequests(value: unknown): SentRequest[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((request: unknown) => {
		const { course_id, name, email, sent_at, account } = (request ?? {}) as Partial<Record<keyof SentRequest, unknown>>;
		const isValid =
			typeof course_id === 'string' &&
			typeof name === 'string' &&
			typeof email === 'string' &&
			typeof sent_at === 'string' &&
			!Number.isNaN(Date.parse(sent_at)) &&
			(account === null || typeof account === 'number');
		return isValid ? [{ course_id, name, email, sent_at, account }] : [];
	});
}
