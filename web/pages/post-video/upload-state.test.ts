import { expect, test } from 'vitest';
import { idle, nextUpload, percentOf, type UploadEvent, type UploadState } from './upload-state.ts';

const after = (...events: UploadEvent[]) => events.reduce<UploadState>(nextUpload, idle);

const started: UploadEvent = { type: 'started' };
const sent: UploadEvent = { type: 'sent' };
const notSaved: UploadEvent = { type: 'notSaved', problem: null };

test('from choosing to saved', () => {
	expect(percentOf(after())).toBeNull();
	expect(percentOf(after(started))).toBe(0);
	expect(percentOf(after(started, { type: 'progressed', share: 0.4249 }))).toBe(42);
	expect(after(started, sent)).toEqual({ step: 'saving' });
	expect(after(started, sent, { type: 'saved' })).toEqual(idle);
});

test('a lost network keeps the percent, and the next acknowledged byte goes on', () => {
	const state = after(started, { type: 'progressed', share: 0.6 }, { type: 'waiting', waiting: true });
	expect(state).toEqual({ step: 'sending', percent: 60, waiting: true });
	expect(nextUpload(state, { type: 'progressed', share: 0.7 })).toEqual({
		step: 'sending',
		percent: 70,
		waiting: false,
	});
	expect(after({ type: 'waiting', waiting: true })).toBe(idle);
});

test('a failing media host clears the uploading state', () => {
	const state = after(started, { type: 'progressed', share: 0.5 }, { type: 'notSent', problem: 'Lost' });
	expect(state).toEqual({ step: 'idle', problem: 'Lost' });
});

test('failing to save does not: only saving is repeated', () => {
	const locked = after(started, sent, notSaved);
	expect(percentOf(locked)).toBe(100);
	expect(nextUpload(locked, started)).toEqual({ step: 'saving' });
	expect(after(started, sent, notSaved, started, { type: 'saved' })).toEqual(idle);
});

test('what comes too late changes nothing', () => {
	const saving = after(started, sent);
	expect(nextUpload(saving, { type: 'progressed', share: 0.9 })).toBe(saving);
	expect(nextUpload(saving, { type: 'notSent', problem: null })).toBe(saving);
	expect(nextUpload(saving, started)).toBe(saving);
	expect(after({ type: 'saved' }, notSaved, sent)).toEqual(idle);
});
