/** Error when a service that the server needs does not respond at the moment. */
export class ServiceUnavailableError extends Error {
	override readonly name = 'ServiceUnavailableError';
}

/** Error of a transaction that the database ended, because it and another transaction waited for each other. */
export class DeadlockError extends ServiceUnavailableError {}
