/**
 * Systems with which a threat model can begin, as Mermaid flowcharts. The app imports them like files.
 */
const templates = {
  'web-application': `flowchart LR
  user[Customer]:::entity
  admin[Administrator]:::entity
  mail[Mail provider]:::entity
  pay[Payment provider]:::entity
  subgraph internet[Browser]
    spa(Single-page app):::process
  end
  subgraph cloud[Cloud account]
    gateway(Load balancer):::process
    subgraph private[Private network]
      web(Web server):::process
      jobs(Background jobs):::process
      db[(Database)]:::store
      files[(Uploaded files)]:::store
      cache[(Session cache)]:::store
    end
  end
  user -->|Uses| spa
  spa -->|Requests with a session| gateway
  admin -->|Administers| gateway
  gateway -->|Requests| web
  web -->|Reads and writes| db
  web -->|Stores sessions| cache
  web -->|Stores uploads| files
  web -->|Queues work| jobs
  jobs -->|Reads and writes| db
  jobs -->|Sends messages| mail
  web -->|Charges a card| pay`,

  'mobile-app': `flowchart LR
  user[User]:::entity
  push[Push service]:::entity
  login[Identity provider]:::entity
  subgraph phone[Phone]
    app(Mobile app):::process
    keys[(Key store)]:::store
    local[(Local data)]:::store
  end
  subgraph cloud[Cloud account]
    gateway(API gateway):::process
    subgraph private[Private network]
      api(API):::process
      sync(Sync service):::process
      db[(Database)]:::store
      media[(Photos and files)]:::store
    end
  end
  user -->|Uses| app
  app -->|Stores tokens| keys
  app -->|Stores data offline| local
  app -->|Signs in| login
  app -->|API requests with a token| gateway
  gateway -->|Requests| api
  gateway -->|Changes| sync
  api -->|Verifies tokens| login
  api -->|Reads and writes| db
  api -->|Stores uploads| media
  sync -->|Reads and writes| db
  api -->|Sends notifications| push
  push -->|Notifications| app`,

  'machine-learning': `flowchart LR
  user[User]:::entity
  labeler[Labeling team]:::entity
  source[Data supplier]:::entity
  hub[Public model hub]:::entity
  subgraph training[Training environment]
    ingest(Data pipeline):::process
    train(Training job):::process
    data[(Training data)]:::store
    registry[(Model registry)]:::store
  end
  subgraph serving[Production]
    api(Prediction API):::process
    model(Model server):::process
    vectors[(Vector database)]:::store
    logs[(Prompts and answers)]:::store
    tools(Tools of the agent):::process
  end
  source -->|Delivers data| ingest
  labeler -->|Labels examples| ingest
  ingest -->|Cleaned data| data
  hub -->|Pretrained weights| train
  data -->|Examples| train
  train -->|Publishes a model| registry
  registry -->|Deploys a model| model
  user -->|Asks| api
  api -->|Prompt| model
  model -->|Looks up context| vectors
  model -->|Calls| tools
  api -->|Records| logs`,
} as const;

export type TemplateName = keyof typeof templates;

const names = ['web-application', 'mobile-app', 'machine-learning'] as const;

/** The names in the order in which the dialog shows them. */
export const templateNames: readonly TemplateName[] = names;

/** Returns a template as a file. The import makes the title of the model from the file's name. */
export const templateFile = (template: TemplateName, title: string) => ({
  name: `${title}.mmd`,
  bytes: new TextEncoder().encode(templates[template]),
});
