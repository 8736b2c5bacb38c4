/** Formats seconds as m:ss: '0:07', '75:00'. NaN, negative and infinite values become '0:00'. */
export function formatDuration(seconds: number): string {
	const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
