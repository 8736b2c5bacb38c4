import { type Course, courses } from '../../contract/course-catalogue.ts';
import { createPublicIds } from '../enrollments/public-ids.ts';
import type { EnrollmentTables } from '../enrollments/tables.ts';
import { secretNamed } from '../platform/secrets.ts';
import type { TestServer } from './start-server.ts';

const [course] = courses as readonly [Course, ...Course[]];
let planted = 0;

/** A request that nobody has made before; answers its number and its unguessable id. */
export async function plantEnrollment(server: TestServer): Promise<{ number: number; id: string }> {
	planted += 1;
	const reader = { name: 'Ada Obi', email: `reader_${planted}@example.com`, phone: '08031234567' };
	const number = await server.db.transaction(async (tx) => {
		await server.enrollments.enroll(tx, { ...reader, coursetype: course.title, courseTitle: course.title });
		const { id } = await tx
			.tables<EnrollmentTables>()
			.selectFrom('enrollments')
			.select('id')
			.where('email_key', '=', reader.email)
			.executeTakeFirstOrThrow();
		return id;
	});
	return { number, id: createPublicIds(await secretNamed(server.db, 'enrollments')).idOf(number) };
}
