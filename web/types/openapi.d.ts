// The parts of an OpenAPI 3.1 document that the reference shows, for the type checker alone.

declare namespace OpenApi {
  interface Document {
    info: { summary: string; description: string };
    tags: { name: string; description: string }[];
    paths: Record<string, PathItem>;
    components: { schemas: Record<string, Schema> };
    security: Security[];
    "x-problems": Record<string, { status: number; title: string }>;
  }
  type Security = { bearerAuth?: string[] };
  type PathItem = { parameters?: Parameter[] } & { [Method in "get" | "post" | "put" | "delete"]?: Operation };
  interface Operation {
    operationId: string; tags: string[]; summary: string; description?: string; security?: Security[];
    parameters?: Parameter[]; requestBody?: Body; responses: Record<string, Response>;
  }
  interface Referring { $ref?: string; refName?: string }
  interface Parameter extends Referring {
    name: string; in: string; required?: boolean; description?: string; schema: Schema; example?: unknown;
  }
  interface Body extends Referring { required?: boolean; description?: string; content: Record<string, Media> }
  interface Media { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
  interface Response extends Referring {
    description: string; headers?: Record<string, Header>; content?: Record<string, Media>;
    "x-codes"?: Record<string, string[]>; // by status
  }
  interface Header extends Referring { description?: string; schema?: Schema }
  interface Schema extends Referring {
    type?: string | string[]; description?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema;
    allOf?: Schema[]; oneOf?: Schema[]; anyOf?: Schema[]; enum?: unknown[]; default?: unknown; example?: unknown;
    examples?: unknown[]; format?: string; pattern?: string; minLength?: number; maxLength?: number; minimum?: number;
    maximum?: number; minItems?: number; maxItems?: number; minProperties?: number; maxProperties?: number;
    contentMediaType?: string;
  }
}
