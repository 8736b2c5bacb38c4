import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaKinds } from '../../contract/media/media.ts';
import { signUploadCapability, verifyUploadCapability } from './upload-capability.ts';

const capability = fc.record({
	id: fc.string(),
	accountId: fc.maxSafeNat(),
	sessionId: fc.maxSafeNat(),
	kind: fc.constantFrom(...mediaKinds),
	bytes: fc.maxSafeNat(),
	expiresAt: fc.maxSafeNat(),
});

test('verifyUploadCapability returns what was signed with the same secret', () => {
	fc.assert(
		fc.property(capability, (capability) => {
			const text = signUploadCapability('secret', capability);
			expect(text).toMatch(/^[\w-]+\.[\w-]+$/);
			expect(verifyUploadCapability('secret', text)).toEqual(capability);
			expect(verifyUploadCapability('another', text)).toBeNull();
		}),
	);
});

test('verifyUploadCapability rejects any changed character', () => {
	fc.assert(
		fc.property(capability, fc.nat(), fc.constantFrom('A', 'B', '.', '-'), (capability, place, letter) => {
			const text = signUploadCapability('secret', capability);
			const index = place % text.length;
			const changed = text.slice(0, index) + letter + text.slice(index + 1);
			if (changed !== text) expect(verifyUploadCapability('secret', changed)).toBeNull();
		}),
	);
});

test('verifyUploadCapability rejects a signed payload of another shape', () => {
	const given = { id: 'a', accountId: 1, sessionId: 1, kind: 'image', bytes: 1, expiresAt: 1 } as const;
	expect(verifyUploadCapability('secret', signUploadCapability('secret', given))).toEqual(given);
	for (const wrong of [{ kind: 'audio' }, { accountId: 1.5 }, { bytes: null }, { expiresAt: '1' }]) {
		expect(
			verifyUploadCapability('secret', signUploadCapability('secret', { ...given, ...wrong } as never)),
		).toBeNull();
	}
});

test('verifyUploadCapability rejects arbitrary text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(verifyUploadCapability('secret', text)).toBeNull();
		}),
	);
});
