import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Encryption of the files of an export in the format age (age-encryption.org/v1). */
export interface Encryption {
	/** Encrypts a stream. */
	encrypt(source: Readable): Promise<Readable>;
	/** Decrypts a stream. The result throws if the stream was changed. */
	decrypt(source: Readable): Promise<Readable>;
}

/**
 * Creates an encryption with a new key. `keyFile` is the key, encrypted by the passphrase. Only this one file needs the slow derivation of a
 * key from the passphrase.
 */
export async function createEncryption(passphrase: string): Promise<{ encryption: Encryption; keyFile: Uint8Array }> {
	const identity = await generateX25519Identity();
	const encrypter = new Encrypter();
	encrypter.setPassphrase(passphrase);
	return { encryption: await useIdentity(identity), keyFile: await encrypter.encrypt(`${identity}\n`) };
}

/** Opens the encryption of a key file. Throws if the passphrase is wrong. */
export async function openEncryption(keyFile: Uint8Array, passphrase: string): Promise<Encryption> {
	const decrypter = new Decrypter();
	decrypter.addPassphrase(passphrase);
	const identity = await decrypter.decrypt(keyFile, 'text').catch((error: unknown) => {
		throw new Error('The passphrase is wrong, or the key file of the export is damaged', { cause: error });
	});
	return useIdentity(identity.trim());
}

async function useIdentity(identity: string): Promise<Encryption> {
	const encrypter = new Encrypter();
	encrypter.addRecipient(await identityToRecipient(identity));
	const decrypter = new Decrypter();
	decrypter.addIdentity(identity);
	const pipe = async (source: Readable, through: (input: WebStream) => Promise<WebStream>) =>
		Readable.fromWeb((await through(Readable.toWeb(source) as WebStream)) as unknown as ReadableStream<Uint8Array>);
	return {
		encrypt: (source) => pipe(source, (input) => encrypter.encrypt(input)),
		decrypt: (source) => pipe(source, (input) => decrypter.decrypt(input)),
	};
}

type WebStream = globalThis.ReadableStream<Uint8Array>;
