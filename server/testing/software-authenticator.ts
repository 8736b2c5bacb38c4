import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
	challenge: string;
	rp: { id: string };
	user: { id: string };
}

interface RequestOptions {
	challenge: string;
	rpId: string;
}

/** What a faulty or hostile device or browser does otherwise. */
export interface Deviation {
	origin?: string;
	type?: string;
	rpId?: string;
	/** Flags of the authenticator data: 1 is a present user, 4 a verified one. */
	flags?: number;
	signCount?: number;
	userHandle?: string;
	signature?: Buffer;
}

const present = 1;
const verified = 4;
const hasKey = 64;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toText = (cbor: string) => Buffer.concat([Buffer.from([0x60 + cbor.length]), Buffer.from(cbor)]);

/** Device with one passkey and the browser in front of it (Web Authentication Level 3), on the site `origin`. */
export function createSoftwareAuthenticator(origin: string) {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
	const credentialId = randomBytes(16);
	const id = credentialId.toString('base64url');
	/** Handle of the account; any before the passkey is made. */
	let handle = 'a';

	const encodeClientData = (type: string, challenge: string, deviation: Deviation) =>
		Buffer.from(
			JSON.stringify({
				type: deviation.type ?? type,
				challenge,
				origin: deviation.origin ?? origin,
				crossOrigin: false,
			}),
		);
	function encodeAuthenticatorData(rpId: string, flags: number, signCount: number): Buffer {
		const head = Buffer.concat([sha256(rpId), Buffer.alloc(5)]);
		head[32] = flags;
		head.writeUInt32BE(signCount, 33);
		return head;
	}

	return {
		id,

		/** Makes the passkey: `navigator.credentials.create()`. */
		create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
			handle = user.id;
			const flags = (deviation.flags ?? present | verified) | hasKey;
			const key = Buffer.concat([
				// COSE key of ES256: type EC2, algorithm -7, curve P-256, and the coordinates of 32 bytes.
				Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
				Buffer.from(x, 'base64url'),
				Buffer.from([0x22, 0x58, 32]),
				Buffer.from(y, 'base64url'),
			]);
			const data = Buffer.concat([
				encodeAuthenticatorData(deviation.rpId ?? rp.id, flags, deviation.signCount ?? 0),
				Buffer.alloc(16),
				Buffer.from([0, credentialId.length]),
				credentialId,
				key,
			]);
			const attestationObject = Buffer.concat([
				Buffer.from([0xa3]),
				toText('fmt'),
				toText('none'),
				toText('attStmt'),
				Buffer.from([0xa0]),
				toText('authData'),
				Buffer.from([0x58, data.length]),
				data,
			]);
			return {
				id,
				response: {
					clientDataJSON: encodeClientData('webauthn.create', challenge, deviation).toString('base64url'),
					attestationObject: attestationObject.toString('base64url'),
					transports: ['internal'],
				},
			};
		},

		/** Signs a challenge: `navigator.credentials.get()`. */
		get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
			const clientData = encodeClientData('webauthn.get', challenge, deviation);
			const data = encodeAuthenticatorData(
				deviation.rpId ?? rpId,
				deviation.flags ?? present | verified,
				deviation.signCount ?? 0,
			);
			const signature = deviation.signature ?? sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
			return {
				id,
				response: {
					clientDataJSON: clientData.toString('base64url'),
					authenticatorData: data.toString('base64url'),
					signature: signature.toString('base64url'),
					userHandle: deviation.userHandle ?? handle,
				},
			};
		},
	};
}
