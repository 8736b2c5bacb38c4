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

test('while another tab is at it nothing is sent here, and then it is free', () => {
	const behind = after({ type: 'taken' });
	expect([behind, percentOf(behind)]).toEqual([{ step: 'elsewhere' }, null]);
	expect(after(started, { type: 'taken' })).toEqual(behind);
	expect(nextUpload(behind, started)).toBe(behind);
	expect(nextUpload(behind, { type: 'free' })).toEqual(idle);
	expect(after(started, sent, { type: 'taken' })).toEqual({ step: 'saving' });
});

test('what another tab has left behind goes first, without a percent of its own', () => {
	const ahead = after(started, { type: 'ahead' });
	expect([ahead, percentOf(ahead)]).toEqual([{ step: 'ahead' }, null]);
	expect(nextUpload(ahead, { type: 'progressed', share: 0.5 })).toBe(ahead);
	expect(percentOf(nextUpload(ahead, started))).toBe(0);
	expect(nextUpload(ahead, { type: 'notSent', problem: 'Refused' })).toEqual({ step: 'idle', problem: 'Refused' });
	expect(after(started, sent, { type: 'ahead' })).toEqual({ step: 'saving' });
});

test('a failing media host clears the uploading state', () => {
	const state = after(started, { type: 'progressed', share: 0.5 }, { type: 'notSent', problem: 'Lost' });
	expect(state).toEqual({ step: 'idle', problem: 'Lost' });
	expect(nextUpload(state, { type: 'discarded' })).toEqual(idle);
});

test('failing to save does not: only saving is repeated', () => {
	const locked = after(started, sent, notSaved);
	expect(percentOf(locked)).toBe(100);
	expect(nextUpload(locked, started)).toEqual({ step: 'saving' });
	expect(after(started, sent, notSaved, started, { type: 'saved' })).toEqual(idle);
	expect(nextUpload(locked, { type: 'discarded' })).toEqual(idle);
});

test('what comes too late changes nothing', () => {
	const saving = after(started, sent);
	expect(nextUpload(saving, { type: 'progressed', share: 0.9 })).toBe(saving);
	expect(nextUpload(saving, { type: 'notSent', problem: null })).toBe(saving);
	expect(nextUpload(saving, started)).toBe(saving);
	expect(after({ type: 'saved' }, notSaved, sent)).toEqual(idle);
});
