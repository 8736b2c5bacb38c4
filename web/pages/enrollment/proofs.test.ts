import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { getSendableProofs, maxProofs, type Proof, type ProofsAction, proofsReducer } from './proofs.ts';

const after = (...events: ProofsAction[]) => events.reduce<readonly Proof[]>(proofsReducer, []);
const blobOf = (size: number) => ({ size }) as Blob;
const chosen = (...keys: string[]): ProofsAction => ({
	type: 'chosen',
	proofs: keys.map((key) => ({ key, name: `${key}.jpg` })),
});

test('sends nothing before every picture has been shrunk', () => {
	const half = [chosen('a', 'b'), { type: 'made smaller', key: 'a', blob: blobOf(10) }] as const;
	expect(getSendableProofs(after(...half))).toEqual([]);
	const whole = after(...half, { type: 'made smaller', key: 'b', blob: blobOf(20) });
	expect(getSendableProofs(whole).map(({ key }) => key)).toEqual(['a', 'b']);
});

test('marks a picture that is too large, and leaves it out', () => {
	const proofs = after(
		chosen('a', 'b'),
		{ type: 'made smaller', key: 'a', blob: blobOf(limits.pictureBytes + 1) },
		{ type: 'made smaller', key: 'b', blob: blobOf(limits.pictureBytes) },
	);
	expect(proofs.map(({ problem }) => problem)).toEqual(['Choose a file up to 10 MB', null]);
	expect(getSendableProofs(proofs).map(({ key }) => key)).toEqual(['b']);
});

test('keeps a rejected picture for a retry, and removes an accepted one', () => {
	const begun = after(
		chosen('a', 'b'),
		{ type: 'made smaller', key: 'a', blob: blobOf(10) },
		{ type: 'made smaller', key: 'b', blob: blobOf(10) },
		{ type: 'sending', key: 'a', share: 0.5 },
		{ type: 'failed', key: 'a', problem: 'No answer came.' },
		{ type: 'sent', key: 'b' },
	);
	expect(begun).toMatchObject([{ key: 'a', share: null, problem: 'No answer came.' }]);
	expect(proofsReducer(begun, { type: 'sending', key: 'a', share: 0 })).toMatchObject([{ share: 0, problem: null }]);
	expect(getSendableProofs(begun)).toHaveLength(1);
});

test('limits the number of pictures', () => {
	expect(after(chosen('a', 'b', 'c'), chosen('d', 'e', 'f'))).toHaveLength(maxProofs);
});
