import type { FileStore } from '../files/index.ts';
import type { MailTransport } from '../senders/mail/index.ts';
import type { SmsSender } from '../senders/sms/index.ts';
import { runStep } from './operation.ts';

/** Makes each call of a file store a step of its operation. Keys are not recorded, because private ones grant access. */
export function traceFiles(files: FileStore, system: 's3' | 'disk'): FileStore {
	const run = <Result>(operation: string, work: () => Promise<Result>) =>
		runStep(() => ({ name: `file ${operation}`, kind: 'client', attributes: { 'file.store': system } }), work);
	return {
		...files,
		write: (key, source, type) => run('write', () => files.write(key, source, type)),
		read: (key, range) => run('read', () => files.read(key, range)),
		size: (key) => run('size', () => files.size(key)),
		download: (key, path, signal) => run('download', () => files.download(key, path, signal)),
		remove: (prefix) => run('remove', () => files.remove(prefix)),
	};
}

/** Makes each message a step of its operation. Neither the recipient nor the text is recorded. */
export function traceSender<Sender extends MailTransport | SmsSender>(name: string, sender: Sender): Sender {
	const send = (...args: Parameters<Sender['send']>) =>
		runStep(
			() => ({ name, kind: 'client' }),
			() => Reflect.apply(sender.send, sender, args),
		);
	return { ...sender, send };
}
