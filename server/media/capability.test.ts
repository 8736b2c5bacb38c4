import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaKinds } from '../../contract/media.ts';
import { signCapability, verifyCapability } from './capability.ts';

const capability = fc.record({
	id: fc.string(),
	accountId: fc.maxSafeNat(),
	sessionId: fc.maxSafeNat(),
	kind: fc.constantFrom(...mediaKinds),
	expiresAt: fc.maxSafeNat(),
});

test('says what was signed, to who knows the secret alone', () => {
	fc.assert(
		fc.property(capability, (capability) => {
			const text = signCapability('secret', capability);
			expect(text).toMatch(/^[\w-]+\.[\w-]+$/);
			expect(verifyCapability('secret', text)).toEqual(capability);
			expect(verifyCapability('another', text)).toBeNull();
		}),
	);
});

test('with any letter changed it is none of ours', () => {
	fc.assert(
		fc.property(capability, fc.nat(), fc.constantFrom('A', 'B', '.', '-'), (capability, place, letter) => {
			const text = signCapability('secret', capability);
			const at = place % text.length;
			const changed = text.slice(0, at) + letter + text.slice(at + 1);
			if (changed !== text) expect(verifyCapability('secret', changed)).toBeNull();
		}),
	);
});

test('of what is no capability it is none of ours, though we signed it', () => {
	const given = { id: 'a', accountId: 1, sessionId: 1, kind: 'image', expiresAt: 1 } as const;
	expect(verifyCapability('secret', signCapability('secret', given))).toEqual(given);
	for (const wrong of [{ kind: 'audio' }, { accountId: 1.5 }, { expiresAt: '1' }]) {
		expect(verifyCapability('secret', signCapability('secret', { ...given, ...wrong } as never))).toBeNull();
	}
});

test('any other text is none of ours', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(verifyCapability('secret', text)).toBeNull();
		}),
	);
});
