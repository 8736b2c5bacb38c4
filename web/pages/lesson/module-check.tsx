import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import type { CheckResult, ModuleCheck } from '../../../contract/courses/courses.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as checkText from '../../../text/web/module-check.ts';
import { moduleCheckQuery, progressQuery } from '../../courses/learning-queries.ts';
import { ApiForm, type FormSchema, useApiForm } from '../../data/api-form.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { useOnline } from '../../platform/use-online.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { takeFocus } from '../../ui/take-focus.ts';

interface ModuleCheckFormProps {
	courseId: string;
	module: number;
	/** Id of the learner's account. */
	account: number;
	isPassed: boolean;
}

/** Check of a module: its questions, then which answers are right, until all are. */
export function ModuleCheckForm({ courseId, module, account, isPassed }: ModuleCheckFormProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const isOnline = useOnline();
	const [answers, setAnswers] = useState<Answers | null>(null);
	const [result, setResult] = useState<CheckResult | null>(null);
	const query = useQuery({
		...moduleCheckQuery(api, courseId, module, account),
		enabled: !isPassed || result !== null,
	});

	async function send(chosen: number[]): Promise<CheckResult> {
		const params = { id: courseId, module: String(module) };
		const sent = await api.answerModuleCheck({ params, body: { answers: chosen } });
		const { queryKey } = progressQuery(api, courseId, account);
		// A progress query in flight is cancelled, because its older response would overwrite the change.
		await queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(queryKey, sent.progress);
		return sent;
	}

	if (isPassed && !result) return <p className="text-quiet">{checkText.alreadyPassed}</p>;
	if (!isOnline && !query.data) return <p className="text-quiet">{checkText.offline}</p>;
	return (
		<QueryBoundary
			query={query}
			loading={checkText.loading}
			skeleton={<Skeleton className="h-180" />}
			failure={checkText.loadFailed}
		>
			{({ questions }) =>
				answers && result ? (
					<Result
						questions={questions}
						answers={answers}
						result={result}
						onTryAgain={() => {
							setAnswers(keepRightAnswers(answers, result));
							setResult(null);
						}}
					/>
				) : (
					<Questions
						questions={questions}
						earlier={answers}
						isOnline={isOnline}
						send={send}
						onDone={(sent, chosen) => {
							setAnswers(chosen);
							setResult(sent);
						}}
					/>
				)
			}
		</QueryBoundary>
	);
}

/** Index of the chosen option of each question, by the name of the question's field. Empty if none is chosen. */
type Answers = Record<string, string>;

const fieldName = (index: number) => `question${index + 1}`;

function keepRightAnswers(answers: Answers, { results }: CheckResult): Answers {
	return Object.fromEntries(
		results.flatMap(({ right }, index) => (right ? [[fieldName(index), answers[fieldName(index)] ?? '']] : [])),
	);
}

const schema: FormSchema<Answers> = {
	safeParse(values) {
		const answers = values as Record<string, string | null>;
		const issues = Object.keys(answers)
			.filter((name) => !answers[name])
			.map((name) => ({ path: [name], message: checkText.answerMissing }));
		return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: answers as Answers };
	},
};

interface QuestionsProps {
	questions: ModuleCheck['questions'];
	/** Right answers of an earlier try; null at the first try. */
	earlier: Answers | null;
	isOnline: boolean;
	send: (chosen: number[]) => Promise<CheckResult>;
	onDone: (sent: CheckResult, chosen: Answers) => void;
}

function Questions({ questions, earlier, isOnline, send, onDone }: QuestionsProps) {
	const form = useApiForm<Answers, Answers, CheckResult>({
		schema,
		defaultValues: Object.fromEntries(
			questions.map((_, index) => [fieldName(index), earlier?.[fieldName(index)] ?? '']),
		),
		send: (chosen) => send(questions.map((_, index) => Number(chosen[fieldName(index)]))),
		onDone,
		toMessage: getErrorMessage,
	});
	const id = useId();
	return (
		<>
			<p ref={earlier && takeFocus} tabIndex={-1} className="rounded-sm text-quiet">
				{checkText.hint}
			</p>
			<ApiForm
				form={form}
				submit={
					<div className="flex flex-col gap-3">
						<p role="status" className="text-14 text-quiet empty:hidden">
							{!isOnline && checkText.offlineAnswers}
						</p>
						<Button {...form.button} size="large" className="self-start">
							{checkText.send}
						</Button>
					</div>
				}
			>
				{questions.map(({ question, options }, index) => {
					const { error, ...field } = form.field(fieldName(index));
					return (
						<fieldset
							key={question}
							aria-describedby={error && `${id}-${index}`}
							aria-invalid={error !== undefined}
							className="min-w-0"
						>
							<legend className="font-semibold">
								{index + 1}. {question}
							</legend>
							<div className="mt-1.5 flex flex-col gap-0.5">
								{options.map((option, value) => (
									<label
										key={option}
										className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-sunken has-checked:bg-leaf-soft"
									>
										<input type="radio" value={value} className="size-5 shrink-0 accent-leaf" {...field} />
										<span className="min-w-0 wrap-anywhere">{option}</span>
									</label>
								))}
							</div>
							{error && (
								<p id={`${id}-${index}`} className="mt-1 flex items-start gap-1.5 text-14 text-danger">
									<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
									{error}
								</p>
							)}
						</fieldset>
					);
				})}
			</ApiForm>
		</>
	);
}

interface ResultProps {
	questions: ModuleCheck['questions'];
	answers: Answers;
	result: CheckResult;
	onTryAgain: () => void;
}

/** Says which answers are right. Takes the focus from the button that sent them. */
function Result({ questions, answers, result: { results, passed }, onTryAgain }: ResultProps) {
	const rightCount = results.filter(({ right }) => right).length;
	return (
		<>
			<div>
				<h3 ref={takeFocus} tabIndex={-1} className="rounded-sm text-16">
					{passed ? checkText.passedTitle : checkText.notPassedTitle(rightCount, results.length)}
				</h3>
				{!passed && <p className="mt-1 text-quiet">{checkText.notPassedHint}</p>}
			</div>
			<ol className="flex flex-col gap-5">
				{questions.map(({ question, options }, index) => {
					const { right, why } = results[index] ?? { right: false, why: null };
					const Icon = right ? CircleCheck : CircleX;
					return (
						<li key={question}>
							<p className="font-semibold">
								{index + 1}. {question}
							</p>
							<p className="mt-1.5 flex gap-2.5">
								<Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${right ? 'text-leaf' : 'text-danger'}`} />
								<span className="min-w-0 wrap-anywhere">
									<span className="sr-only">{checkText.yourAnswer}</span>
									{options[Number(answers[fieldName(index)])]}
								</span>
							</p>
							<p className="mt-0.5 ml-7.5 text-14 text-quiet">
								{right ? `${checkText.right} ${why ?? ''}` : checkText.notRight}
							</p>
						</li>
					);
				})}
			</ol>
			{!passed && (
				<Button size="large" onClick={onTryAgain} className="self-start">
					{commonText.tryAgain}
				</Button>
			)}
		</>
	);
}
