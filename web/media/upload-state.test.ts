import { expect, test } from 'vitest';
import {
	getUploadPercent,
	idleUploadState,
	type UploadAction,
	type UploadState,
	uploadReducer,
} from './upload-state.ts';

const after = (...events: UploadAction[]) => events.reduce<UploadState>(uploadReducer, idleUploadState);

const started: UploadAction = { type: 'started' };
const sent: UploadAction = { type: 'sent' };
const notSaved: UploadAction = { type: 'notSaved', problem: null };

test('goes from chosen to saved', () => {
	expect(getUploadPercent(after())).toBeNull();
	expect(getUploadPercent(after(started))).toBe(0);
	expect(getUploadPercent(after(started, { type: 'progressed', share: 0.4249 }))).toBeCloseTo(42.49);
	expect(after(started, sent)).toEqual({ step: 'saving' });
	expect(after(started, sent, { type: 'saved' })).toEqual(idleUploadState);
});

test('waits while another tab uploads, and is released afterwards', () => {
	const waiting = after({ type: 'taken' });
	expect([waiting, getUploadPercent(waiting)]).toEqual([{ step: 'elsewhere' }, null]);
	expect(after(started, { type: 'taken' })).toEqual(waiting);
	expect(uploadReducer(waiting, started)).toBe(waiting);
	expect(uploadReducer(waiting, { type: 'free' })).toEqual(idleUploadState);
	expect(after(started, sent, { type: 'taken' })).toEqual({ step: 'saving' });
});

test("sends another tab's upload first, without a percent", () => {
	const ahead = after(started, { type: 'ahead' });
	expect([ahead, getUploadPercent(ahead)]).toEqual([{ step: 'ahead' }, null]);
	expect(uploadReducer(ahead, { type: 'progressed', share: 0.5 })).toBe(ahead);
	expect(getUploadPercent(uploadReducer(ahead, started))).toBe(0);
	expect(uploadReducer(ahead, { type: 'notSent', problem: 'Refused' })).toEqual({ step: 'idle', problem: 'Refused' });
	expect(after(started, sent, { type: 'ahead' })).toEqual({ step: 'saving' });
});

test('clears the uploading state if the media host fails', () => {
	const state = after(started, { type: 'progressed', share: 0.5 }, { type: 'notSent', problem: 'Lost' });
	expect(state).toEqual({ step: 'idle', problem: 'Lost' });
	expect(uploadReducer(state, { type: 'discarded' })).toEqual(idleUploadState);
});

test('keeps the uploading state if saving fails: only saving is retried', () => {
	const locked = after(started, sent, notSaved);
	expect(getUploadPercent(locked)).toBe(100);
	expect(uploadReducer(locked, started)).toEqual({ step: 'saving' });
	expect(after(started, sent, notSaved, started, { type: 'saved' })).toEqual(idleUploadState);
	expect(uploadReducer(locked, { type: 'discarded' })).toEqual(idleUploadState);
});

test('ignores late actions', () => {
	const saving = after(started, sent);
	expect(uploadReducer(saving, { type: 'progressed', share: 0.9 })).toBe(saving);
	expect(uploadReducer(saving, { type: 'notSent', problem: null })).toBe(saving);
	expect(uploadReducer(saving, started)).toBe(saving);
	expect(after({ type: 'saved' }, notSaved, sent)).toEqual(idleUploadState);
});
