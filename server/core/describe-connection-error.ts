/** Meanings of the codes that Node, undici and nodemailer give to connections that fail. `%` is the host with its port. */
const meanings: Readonly<Record<string, string>> = {
	ECONNREFUSED: '% refuses connections',
	ECONNRESET: '% closed the connection',
	EPIPE: '% closed the connection',
	UND_ERR_SOCKET: '% closed the connection',
	ENOTFOUND: 'the host % is unknown',
	EAI_AGAIN: 'the address of % cannot be looked up',
	EHOSTUNREACH: '% cannot be reached',
	ENETUNREACH: '% cannot be reached',
	ETIMEDOUT: '% does not respond',
	UND_ERR_CONNECT_TIMEOUT: '% does not respond',
	UND_ERR_HEADERS_TIMEOUT: '% does not respond',
};

interface ConnectionError {
	code: string;
	address?: unknown;
	hostname?: unknown;
	port?: unknown;
}

/**
 * Says in words which host does not accept a connection and why, such as 'db.example:5432 refuses connections (ECONNREFUSED)'. Looks into
 * causes and into the errors of all addresses of a host, which Node joins in an error without a message. Returns null for other errors, and
 * if no host is known. `target` is the host with its port, if the caller knows it.
 */
export function describeConnectionError(error: unknown, target?: string): string | null {
	const failures = listFailures(error, 0);
	const [first] = failures;
	const hosts = target ?? [...new Set(failures.map(getHost))].filter((host) => host !== '').join(' and ');
	if (!first || hosts === '') return null;
	return `${meanings[first.code]?.replace('%', () => hosts)} (${first.code})`;
}

/** Returns the message of an error, with words for a connection that failed. */
export function describeError(error: Error): string {
	const words = describeConnectionError(error);
	if (words === null || error.message.includes(words)) return error.message;
	const isFromNode = /^$|^(connect|getaddrinfo|read|write) E/.test(error.message);
	return isFromNode ? words : `${error.message}: ${words}`;
}

function getHost({ address, hostname, port }: ConnectionError): string {
	const host = String(address ?? hostname ?? '');
	if (host === '' || port === undefined) return host;
	return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function listFailures(error: unknown, depth: number): ConnectionError[] {
	if (!(error instanceof Error) || depth > 4) return [];
	const inner = [...(error instanceof AggregateError ? error.errors : []), error.cause];
	const failures = inner.flatMap((one) => listFailures(one, depth + 1));
	const { code } = error as { code?: unknown };
	// nodemailer replaces the code of the system by ESOCKET.
	const systemCode = code === 'ESOCKET' ? /^connect (E[A-Z]+) /.exec(error.message)?.[1] : code;
	if (failures.length > 0 || typeof systemCode !== 'string' || !Object.hasOwn(meanings, systemCode)) return failures;
	return [{ ...(error as unknown as ConnectionError), code: systemCode }];
}
