import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import * as commonText from '../../text/shared/common.ts';
import * as learningText from '../../text/shared/learning.ts';
import * as courseRequestText from '../../text/web/course-request.ts';
import { useSession } from '../accounts/session.ts';
import { filterCourses, listCategories, parseCategory } from '../courses/catalogue.ts';
import { CourseCard } from '../courses/course-card.tsx';
import { operatorContactQuery } from '../courses/learning-queries.ts';
import { categoryParameter } from '../courses/paths.ts';
import { buildWhatsAppQuestionUrl } from '../courses/whatsapp.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { useBrand } from '../platform/brand.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { WhatsAppLogo } from '../sharing/social-logos.tsx';
import { Select } from '../ui/select.tsx';
import { getProgressByCourseId } from './enrollment-status.ts';
import { myEnrollmentsQuery } from './queries.ts';
import { SentRequestCard } from './sent-request-panel.tsx';
import { selectSentRequests, sentRequests } from './sent-requests.ts';

interface CatalogueProps {
	/** Content between the title and the courses. */
	lead?: ReactNode;
}

/** Catalogue of all courses. The page's address contains the chosen category. */
export function Catalogue({ lead }: CatalogueProps) {
	const { name } = useBrand();
	const [search, setSearch] = useSearchParams();
	const chosen = parseCategory(search.get(categoryParameter));
	const courses = filterCourses(chosen);
	const progress = useOwnProgress();

	function choose(category: string) {
		const next = new URLSearchParams(search);
		next.set(categoryParameter, category);
		setSearch(next, { replace: true, preventScrollReset: true });
	}

	const choice = (
		<div className="md:w-72 md:shrink-0">
			<Select
				label={commonText.category}
				options={listCategories()}
				value={chosen}
				onChange={(event) => choose(event.target.value)}
			/>
		</div>
	);

	return (
		<>
			{/* The title stands at the top, so that it does not move when the choice arrives later. */}
			<div className="flex flex-col gap-4 md:flex-row md:justify-between">
				<div>
					<h1 className="text-28">{learningText.title(name)}</h1>
					<p className="mt-1 text-quiet">{learningText.about}</p>
				</div>
				{!lead && choice}
			</div>
			{lead && (
				<>
					{lead}
					<div className="flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
						<h2 className="text-18">{learningText.allCourses}</h2>
						{choice}
					</div>
				</>
			)}
			<p role="status" className="sr-only">
				{learningText.courseCount(courses.length)}
			</p>
			<ul className="mt-6 grid grid-cols-1 gap-5 md:grid-cols-2 wide:grid-cols-3">
				{courses.map((course) => {
					const percent = progress?.get(course.id);
					return (
						<li key={course.id}>
							<CourseCard course={percent === undefined ? course : { ...course, progress: percent }} />
						</li>
					);
				})}
			</ul>
			{!lead && <VisitorRequests />}
			<ContactInfo />
		</>
	);
}

/** Returns the user's progress in percent by course; undefined while loading and for visitors. */
function useOwnProgress() {
	const actor = useActor();
	const { data } = useQuery({ ...myEnrollmentsQuery(useApi(), actor?.id ?? 0), enabled: actor !== null });
	return data && getProgressByCourseId(data);
}

/** Requests that visitors sent from this device. They stand below the courses, so that nothing moves when they appear. */
function VisitorRequests() {
	const session = useSession();
	const stored = useStoredValue(sentRequests);
	const requests = session ? [] : selectSentRequests(stored ?? [], null, { listed: [], now: Date.now() });
	if (requests.length === 0) return null;
	return (
		<section aria-labelledby="own-requests" className="mt-10">
			<h2 id="own-requests" className="mb-3 text-18">
				{courseRequestText.ownRequests}
			</h2>
			<ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
				{requests.map((request) => (
					<li key={`${request.course_id} ${request.email}`}>
						<SentRequestCard request={request} session={null} />
					</li>
				))}
			</ul>
		</section>
	);
}

function ContactInfo() {
	const { name } = useBrand();
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	return (
		<section className="mt-10 flex flex-col items-center gap-4 rounded-card bg-leaf-soft px-5 py-8 text-center">
			<h2 className="text-18">{learningText.moreInfo}</h2>
			<a
				href={buildWhatsAppQuestionUrl(contact?.whatsapp, learningText.whatsappQuestion(name))}
				target="_blank"
				rel="noopener"
				className="inline-flex min-h-13 items-center justify-center gap-2.5 rounded-control bg-leaf px-6 font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
			>
				<WhatsAppLogo className="size-6" />
				{commonText.chatOnWhatsapp}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</section>
	);
}
