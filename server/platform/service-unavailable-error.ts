/** Error when a service that the server needs does not respond at the moment. */
export class ServiceUnavailableError extends Error {
	override readonly name = 'ServiceUnavailableError';
}
