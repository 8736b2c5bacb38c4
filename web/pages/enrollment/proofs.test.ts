import { expect, test } from 'vitest';
import { getSendableProofs, maxProofs, type Proof, type ProofsAction, proofsReducer } from './proofs.ts';

const after = (...events: ProofsAction[]) => events.reduce<readonly Proof[]>(proofsReducer, []);
const upload = { blob: new Blob(), problem: null };
const chosen = (...keys: string[]): ProofsAction => ({
	type: 'chosen',
	proofs: keys.map((key) => ({ key, name: `${key}.jpg` })),
});

test('sends nothing before every picture has been shrunk', () => {
	const half = [chosen('a', 'b'), { type: 'made smaller', key: 'a', ...upload }] as const;
	expect(getSendableProofs(after(...half))).toEqual([]);
	const whole = after(...half, { type: 'made smaller', key: 'b', ...upload });
	expect(getSendableProofs(whole).map(({ key }) => key)).toEqual(['a', 'b']);
});

test('marks a picture that the host would not take, and leaves it out', () => {
	const proofs = after(
		chosen('a', 'b'),
		{ type: 'made smaller', key: 'a', ...upload, problem: 'Too large' },
		{ type: 'made smaller', key: 'b', ...upload },
	);
	expect(proofs.map(({ problem }) => problem)).toEqual(['Too large', null]);
	expect(getSendableProofs(proofs).map(({ key }) => key)).toEqual(['b']);
});

test('keeps a rejected picture for a retry, and removes an accepted one', () => {
	const begun = after(
		chosen('a', 'b'),
		{ type: 'made smaller', key: 'a', ...upload },
		{ type: 'made smaller', key: 'b', ...upload },
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
