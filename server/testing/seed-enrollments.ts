import { type Course, courses } from '../../contract/courses/course-catalogue.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import { createEnrollmentIdSigner } from '../enrollments/public-ids.ts';
import type { EnrollmentTables } from '../enrollments/tables.ts';
import type { TestServer } from './start-server.ts';

const [course] = courses as readonly [Course, ...Course[]];
let count = 0;

/** Creates an enrollment of a new person. Returns the number and the public id of the enrollment. */
export async function seedEnrollment(server: TestServer): Promise<{ number: number; id: string }> {
	count += 1;
	const reader = { name: 'Ada Obi', email: `reader_${count}@example.com`, phone: '08031234567' };
	const number = await server.db.transaction(async (tx) => {
		await server.enrollments.enroll(tx, null, { ...reader, coursetype: course.title, courseTitle: course.title });
		const { id } = await tx
			.tables<EnrollmentTables>()
			.selectFrom('enrollments')
			.select('id')
			.where('email_key', '=', reader.email)
			.executeTakeFirstOrThrow();
		return id;
	});
	return { number, id: createEnrollmentIdSigner(await getOrCreateSecret(server.db, 'enrollments')).encode(number) };
}
