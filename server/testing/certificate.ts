import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Writes a self-signed certificate for host names, and its key, as PEM files into a folder. Returns their paths. */
export async function writeCertificate(
	folder: string,
	names: readonly [string, ...string[]],
): Promise<{ key: string; cert: string }> {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
	const hosts = names.map((name) => `DNS:${name}`).join();
	const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${hosts}`];
	await promisify(execFile)('openssl', ['req', '-x509', ...newKey, '-out', cert, '-days', '2', ...subject]);
	return { key, cert };
}
