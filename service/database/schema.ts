import type { Generated, Kysely } from 'kysely';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import type { Resource } from '#shared/api/codex.ts';
import type { CollectionPermission, Priority, Role, UserStatus } from '#shared/api/enumerations.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Kept } from '#shared/otm/content.ts';
import type { JsonText } from './json-text.ts';
import type { RecordColumns } from './record-columns.ts';

/**
 * The tables as Kysely sees them. Only types that SQLite and PostgreSQL share are used: text, integer,
 * and double precision. Instants are ISO 8601 text in UTC. Lists and documents are JSON text.
 */
export type Schema = {
  users: Users;
  invitations: Invitations;
  api_tokens: ApiTokens;
  access_tokens: AccessTokens;
  auth_failures: AuthFailures;
  teams: Teams;
  team_members: TeamMembers;
  collections: Collections;
  deleted_collections: DeletedCollections;
  deleted_records: DeletedRecords;
  collection_user_access: CollectionUserAccess;
  collection_team_access: CollectionTeamAccess;
  threat_models: ThreatModels;
  canvases: Canvases;
  components: Components;
  codices: Codices;
  codex_attributes: CodexAttributes;
  codex_attribute_aliases: CodexAttributeAliases;
  codex_mitigations: CodexMitigations;
  codex_threats: CodexThreats;
  codex_extensions: CodexExtensions;
  component_attributes: ComponentAttributes;
  threats: Threats;
  moved_threats: MovedThreats;
  mitigations: Mitigations;
  comments: Comments;
  idempotent_answers: IdempotentAnswers;
  record_chunks: RecordChunks;
  record_counts: RecordCounts;
  applied_migrations: AppliedMigrations;
};

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

/** A boolean, stored as 0 or 1. */
type Flag = number;
type Instant = string;

type Dated = { id: string; created_at: Instant; updated_at: Instant };

/**
 * `otm_id` is the record's ID in the imported file. `kept` contains the data in that file that belongs
 * to the record but fits in none of its fields.
 */
type Imported = { otm_id: string | null; kept: Generated<JsonText<Kept>> };

type Users = Dated & {
  email: string;
  /** The unique key of the user: the email address in lower case. */
  email_key: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: UserStatus;
  is_enabled: Flag;
  /** The scopes of an admin, such as `["codex:read"]`. The list is empty for other roles. */
  scopes: JsonText<readonly string[]>;
  avatar_uploaded_at: Instant | null;
  /**
   * The time at which the user was deleted, or null. The row of a deleted user stays, without name and
   * email address, because comments refer to it as their author. A deleted user is not listed and cannot
   * do anything.
   */
  deleted_at: Instant | null;
};

type Invitations = {
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  token_hash: string;
  /**
   * The token of an invitation that was not mailed yet. The command line shows this token. It is null
   * after an instance has claimed it to mail the invitation.
   */
  token: string | null;
};

type ApiTokens = {
  id: string;
  created_at: Instant;
  name: string;
  client_id: string;
  secret_hash: string;
  user_id: string;
  scopes: JsonText<readonly string[]>;
  /** CIDR ranges. An empty list allows every address. */
  allow_ips: JsonText<readonly string[]>;
};

type AccessTokens = {
  /** SHA-256 of the token. The token itself is not stored. */
  hash: string;
  api_token_id: string;
  expires_at: Instant;
};

/**
 * Counters of failed logins, by which guessing is slowed down. They are in the database, because the
 * next attempt may reach another instance.
 */
type AuthFailures = { key: string; count: number; until: Instant };

type Teams = Dated & { title: string };

type TeamMembers = { team_id: string; user_id: string };

type Collections = Dated & RecordColumns<'collection'> & { created_by: string };

/**
 * The IDs of deleted collections. They let a client distinguish a deleted collection from a collection
 * to which it lost access.
 */
type DeletedCollections = { id: string };

/** Copies of the rows of deleted records. `source` is the table of a row. */
type DeletedRecords = {
  /** The ID of the delete operation. All rows that this operation deleted have the same ID. */
  deletion: string;
  source: string;
  id: string;
  deleted_at: Instant;
  content: JsonText<Record<string, unknown>>;
};

type CollectionUserAccess = {
  collection_id: string;
  user_id: string;
  permission: CollectionPermission;
};

type CollectionTeamAccess = {
  collection_id: string;
  team_id: string;
  permission: CollectionPermission;
};

/**
 * The record's collection. The record's parents lead to it too, but with this column, permission checks
 * and counts need no joins. The value changes when a canvas is moved to a model in another collection.
 */
type InCollection = { collection_id: string };

type ThreatModels = Dated &
  Imported &
  RecordColumns<'threatModel'> & {
    collection_id: string;
    owner_id: string;
    /** The highest `ref_number` that any threat of this model ever had. */
    last_ref_number: Generated<number>;
  };

type Canvases = Dated &
  Imported &
  InCollection &
  RecordColumns<'canvas'> & { threat_model_id: string; data: JsonText<CanvasDocument> };

type Components = Dated &
  Imported &
  InCollection &
  RecordColumns<'component'> & { canvas_id: string };

/** The codex. There is one row, because a service has only one codex. */
type Codices = { id: string };

type CodexEntry = Dated & { title: string };

type CodexAttributes = CodexEntry & {
  description: string;
  resources: JsonText<readonly Resource[] | null>;
};

/** Aliases of an attribute, including its title. */
type CodexAttributeAliases = Dated & {
  attribute_id: string;
  /** The position among the aliases of the attribute, from 0. */
  position: number;
  title: string;
};

type CodexMitigations = CodexEntry & {
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  resources: JsonText<readonly Resource[]>;
};

type CodexThreats = CodexEntry & {
  description: string;
  priority: Priority;
  resources: JsonText<readonly Resource[]>;
};

type CodexExtensions = {
  id: string;
  updated_at: Instant;
  data: JsonText<Extensions>;
};

type ComponentAttributes = { component_id: string; attribute_id: string };

type Threats = Dated &
  Imported &
  InCollection &
  RecordColumns<'threat'> & { component_id: string; ref_number: number };

/** A client created the threat `id` to move the threat `moved_from`. Either threat may be deleted. */
type MovedThreats = { id: string; moved_from: string };

type Mitigations = Dated &
  Imported &
  InCollection &
  RecordColumns<'mitigation'> & { threat_id: string };

type Comments = Dated &
  InCollection &
  RecordColumns<'comment'> & { threat_id: string; user_id: string };

type IdempotentAnswers = {
  user_id: string;
  key: string;
  created_at: Instant;
  request_hash: string;
  status: number;
  headers: JsonText<Record<string, string>>;
  body: string | null;
};

/**
 * A time interval in which the records of a kind are counted. The interval begins at `start` and ends at
 * the next `start` of the same kind. Usually, a few thousand records were created in it.
 */
type RecordChunks = { kind: string; start: Instant };

/**
 * The sum of `n` is the number of records of a kind in an interval and a collection. Triggers keep the
 * sum exact. On PostgreSQL each write adds a row, so that writers never wait for each other. Maintenance
 * later replaces these rows with one row that has their sum.
 */
type RecordCounts = { kind: string; start: Instant; collection_id: string; n: number };

type AppliedMigrations = { name: string; hash: string; applied_at: Instant };
