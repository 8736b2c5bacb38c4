/** A required service does not respond at the moment. */
export class ServiceUnavailableError extends Error {
	override readonly name = 'ServiceUnavailableError';
}
