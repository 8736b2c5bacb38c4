import type { EnrollmentState } from '../../contract/enrollments.ts';

/** Milliseconds between looks at a request whose course is about to be opened, and how many there are. */
const glance = 2000;
const mostGlances = 20;

/** For `refetchInterval`: a paid course opens by itself within seconds. */
export function whileOpening(query: {
	state: { data: { state: EnrollmentState } | undefined; dataUpdateCount: number };
}): number | false {
	const { data, dataUpdateCount } = query.state;
	return data?.state === 'paid' && dataUpdateCount < mostGlances ? glance : false;
}
