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

test('verifyCapability returns what was signed with the same secret', () => {
	fc.assert(
		fc.property(capability, (capability) => {
			const text = signCapability('secret', capability);
			expect(text).toMatch(/^[\w-]+\.[\w-]+$/);
			expect(verifyCapability('secret', text)).toEqual(capability);
			expect(verifyCapability('another', text)).toBeNull();
		}),
	);
});

test('verifyCapability rejects any changed character', () => {
	fc.assert(
		fc.property(capability, fc.nat(), fc.constantFrom('A', 'B', '.', '-'), (capability, place, letter) => {
			const text = signCapability('secret', capability);
			const at = place % text.length;
			const changed = text.slice(0, at) + letter + text.slice(at + 1);
			if (changed !== text) expect(verifyCapability('secret', changed)).toBeNull();
		}),
	);
});

test('verifyCapability rejects a signed payload of another shape', () => {
	const given = { id: 'a', accountId: 1, sessionId: 1, kind: 'image', expiresAt: 1 } as const;
	expect(verifyCapability('secret', signCapability('secret', given))).toEqual(given);
	for (const wrong of [{ kind: 'audio' }, { accountId: 1.5 }, { expiresAt: '1' }]) {
		expect(verifyCapability('secret', signCapability('secret', { ...given, ...wrong } as never))).toBeNull();
	}
});

test('verifyCapability rejects arbitrary text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(verifyCapability('secret', text)).toBeNull();
		}),
	);
});
