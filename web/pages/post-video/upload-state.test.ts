import { expect, test } from 'vitest';
import { getUploadPercent, idle, type UploadAction, type UploadState, uploadReducer } from './upload-state.ts';

const after = (...events: UploadAction[]) => events.reduce<UploadState>(uploadReducer, idle);

const started: UploadAction = { type: 'started' };
const sent: UploadAction = { type: 'sent' };
const notSaved: UploadAction = { type: 'notSaved', problem: null };

test('from choosing to saved', () => {
	expect(getUploadPercent(after())).toBeNull();
	expect(getUploadPercent(after(started))).toBe(0);
	expect(getUploadPercent(after(started, { type: 'progressed', share: 0.4249 }))).toBe(42);
	expect(after(started, sent)).toEqual({ step: 'saving' });
	expect(after(started, sent, { type: 'saved' })).toEqual(idle);
});

test('while another tab is at it nothing is sent here, and then it is free', () => {
	const behind = after({ type: 'taken' });
	expect([behind, getUploadPercent(behind)]).toEqual([{ step: 'elsewhere' }, null]);
	expect(after(started, { type: 'taken' })).toEqual(behind);
	expect(uploadReducer(behind, started)).toBe(behind);
	expect(uploadReducer(behind, { type: 'free' })).toEqual(idle);
	expect(after(started, sent, { type: 'taken' })).toEqual({ step: 'saving' });
});

test('what another tab has left behind goes first, without a percent of its own', () => {
	const ahead = after(started, { type: 'ahead' });
	expect([ahead, getUploadPercent(ahead)]).toEqual([{ step: 'ahead' }, null]);
	expect(uploadReducer(ahead, { type: 'progressed', share: 0.5 })).toBe(ahead);
	expect(getUploadPercent(uploadReducer(ahead, started))).toBe(0);
	expect(uploadReducer(ahead, { type: 'notSent', problem: 'Refused' })).toEqual({ step: 'idle', problem: 'Refused' });
	expect(after(started, sent, { type: 'ahead' })).toEqual({ step: 'saving' });
});

test('a failing media host clears the uploading state', () => {
	const state = after(started, { type: 'progressed', share: 0.5 }, { type: 'notSent', problem: 'Lost' });
	expect(state).toEqual({ step: 'idle', problem: 'Lost' });
	expect(uploadReducer(state, { type: 'discarded' })).toEqual(idle);
});

test('failing to save does not: only saving is repeated', () => {
	const locked = after(started, sent, notSaved);
	expect(getUploadPercent(locked)).toBe(100);
	expect(uploadReducer(locked, started)).toEqual({ step: 'saving' });
	expect(after(started, sent, notSaved, started, { type: 'saved' })).toEqual(idle);
	expect(uploadReducer(locked, { type: 'discarded' })).toEqual(idle);
});

test('what comes too late changes nothing', () => {
	const saving = after(started, sent);
	expect(uploadReducer(saving, { type: 'progressed', share: 0.9 })).toBe(saving);
	expect(uploadReducer(saving, { type: 'notSent', problem: null })).toBe(saving);
	expect(uploadReducer(saving, started)).toBe(saving);
	expect(after({ type: 'saved' }, notSaved, sent)).toEqual(idle);
});
