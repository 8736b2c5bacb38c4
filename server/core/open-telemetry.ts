import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
	defaultResource,
	detectResources,
	resourceAttributesEnvDetector,
	resourceFromAttributes,
	serviceInstanceIdDetector,
	serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
	AlwaysOffSampler,
	AlwaysOnSampler,
	BatchSpanProcessor,
	ParentBasedSampler,
	type Sampler,
	type SpanProcessor,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import type { Config } from './config.ts';
import { DomainError } from './domain-error.ts';
import type { Span, SpanAttributes, SpanOptions, Tracer } from './operation.ts';

// Nothing imports this module unless OTEL_EXPORTER_OTLP_ENDPOINT is set, because its packages take memory and a part of the start.

export interface OpenTelemetryOptions {
	settings: NonNullable<Config['traces']>;
	/** Receives the errors of the export, such as a collector that does not respond. */
	onError: (error: Error) => void;
	/** Receives the spans instead of the collector. */
	processor?: SpanProcessor | undefined;
}

/** Characters after which an attribute is cut. The longest statements have more. */
const maxAttributeLength = 2000;
/** Milliseconds that the last spans have at the end of the process. */
const closeTimeout = 3000;

const kinds = {
	internal: SpanKind.INTERNAL,
	server: SpanKind.SERVER,
	client: SpanKind.CLIENT,
	consumer: SpanKind.CONSUMER,
};

/**
 * Creates a tracer that sends spans to a collector by OTLP over HTTP, in batches. At most 2,048 spans wait: while the collector does not
 * respond, further ones are dropped. The SDK reads the other variables of OpenTelemetry from the environment.
 */
export function createOpenTelemetry({ settings, onError, processor }: OpenTelemetryOptions): Tracer {
	setGlobalErrorHandler((error) => onError(error instanceof Error ? error : new Error(String(error))));
	const provider = new TracerProvider({
		resource: defaultResource()
			.merge(resourceFromAttributes({ 'service.name': defaultBrand.name.toLowerCase() }))
			.merge(
				detectResources({
					detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
				}),
			),
		sampler: createSampler(settings),
		spanLimits: { attributeValueLengthLimit: maxAttributeLength },
		spanProcessors: [
			processor ??
				new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces` }) }),
		],
	});
	const tracer = provider.getTracer(defaultBrand.name.toLowerCase());

	function start(
		name: string,
		{ kind = 'internal', attributes = {} }: SpanOptions,
		parent: Context,
		links: Context[],
	): Span {
		const span = tracer.startSpan(
			name,
			{
				kind: kinds[kind],
				attributes: { ...attributes },
				links: links.flatMap((link) => trace.getSpanContext(link) ?? []).map((context) => ({ context })),
			},
			parent,
		);
		const context = trace.setSpan(parent, span);
		const { traceId, spanId, traceFlags } = span.spanContext();
		return {
			traceId,
			spanId,
			traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
			startChild: (childName, childOptions) => start(childName, childOptions, context, []),
			setAttributes: (more: SpanAttributes) => void span.setAttributes({ ...more }),
			end(error) {
				if (error !== undefined) {
					span.setAttribute('error.type', getErrorType(error));
					// A rejected call, such as one for a missing ad, is an ordinary outcome.
					if (!(error instanceof DomainError)) span.setStatus({ code: SpanStatusCode.ERROR });
				}
				span.end();
			},
		};
	}

	return {
		startSpan: (name, { traceparent, links = [], ...options }) =>
			start(name, options, toContext(traceparent), links.map(toContext)),
		async close() {
			const { promise: timeout, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, closeTimeout);
			await Promise.race([provider.shutdown().catch(onError), timeout]);
			clearTimeout(timer);
		},
	};
}

/** Creates the sampler that OTEL_TRACES_SAMPLER names. This version of the SDK does not read the variable. */
function createSampler({ sampler, samplerRatio }: OpenTelemetryOptions['settings']): Sampler {
	const samplers = {
		always_on: () => new AlwaysOnSampler(),
		always_off: () => new AlwaysOffSampler(),
		traceidratio: () => new TraceIdRatioBasedSampler(samplerRatio),
	};
	const root = samplers[sampler.replace('parentbased_', '') as keyof typeof samplers]();
	return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function toContext(traceparent: string | undefined): Context {
	const context = traceparent === undefined ? null : parseTraceParent(traceparent);
	return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true }) : ROOT_CONTEXT;
}

/** Returns the code or the class of an error, by the semantic conventions. */
function getErrorType(error: unknown): string {
	const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
	return typeof code === 'string' ? code : typeof name === 'string' ? name : '_OTHER';
}
