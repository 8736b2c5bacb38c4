/** Formats milliseconds as m:ss.t, rounded down: '0:07.5'. */
export function formatTenths(milliseconds: number): string {
	const tenths = Math.floor(milliseconds / 100);
	const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
	return `${minutes}:${String(seconds).padStart(2, '0')}.${tenths % 10}`;
}
