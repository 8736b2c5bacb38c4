/** Seconds as m:ss, such as '0:07' and '75:00'. What is not a length yet (NaN, negative, endless) is '0:00'. */
export function formatDuration(seconds: number): string {
	const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
