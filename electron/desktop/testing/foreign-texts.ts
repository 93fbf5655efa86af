import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate/browser';

const graph =
  '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>' +
  '<mxCell id="a" value="A" style="swimlane;html=1" vertex="1" parent="1"><mxGeometry x="1" y="2" width="90" height="40" as="geometry"/></mxCell>' +
  '<mxCell id="b" value="B" style="shape=cylinder3" vertex="1" parent="a"><mxGeometry x="1" y="2" width="9" height="4" as="geometry"/></mxCell>' +
  '<mxCell id="e" style="dashed=1" edge="1" parent="1" source="a" target="b"><mxGeometry relative="1" as="geometry"/></mxCell>' +
  '</root></mxGraphModel>';
const packed = deflateRawSync(encodeURIComponent(graph)).toString('base64');

const tm7 =
  '<ThreatModel xmlns:i="i"><DrawingSurfaceList><DrawingSurfaceModel><Header>One</Header><Borders>' +
  '<P><Key>u</Key><Value i:type="StencilRectangle"><GenericTypeId>GE.EI</GenericTypeId><Guid>u</Guid>' +
  '<Left>1</Left><Top>2</Top><Width>9</Width><Height>9</Height></Value></P></Borders><Lines>' +
  '<P><Key>f</Key><Value i:type="Connector"><GenericTypeId>GE.DF</GenericTypeId><Guid>f</Guid>' +
  '<SourceGuid>u</SourceGuid><SourceX>1</SourceX><SourceY>2</SourceY></Value></P></Lines></DrawingSurfaceModel>' +
  '</DrawingSurfaceList><ThreatInstances><P><Key>t</Key><Value><FlowGuid>f</FlowGuid></Value></P></ThreatInstances></ThreatModel>';

/** A template with a stencil, a category, and a threat with filters. */
export const tb7 =
  '<KnowledgeBase><Manifest><Name>Own</Name></Manifest><StandardElements><ElementType><Id>SE.P.Web</Id>' +
  '<Name>Web</Name><ParentId>GE.P</ParentId></ElementType></StandardElements><ThreatCategories>' +
  '<ThreatCategory><Id>S</Id><Name>Spoofing</Name></ThreatCategory></ThreatCategories><ThreatTypes><ThreatType>' +
  '<Category>S</Category><ShortTitle>{source.Name} lies</ShortTitle><GenerationFilters>' +
  "<Exclude>flow.authenticatesSource is 'Yes'</Exclude>" +
  "<Include>(source is 'GE.EI' or not source is 'SE.P.Web') and flow crosses 'GE.TB.B'</Include></GenerationFilters>" +
  '<PropertiesMetaData><ThreatMetaDatum><Name>PossibleMitigations</Name><Values><string>Ask. Refer: &lt;a href="https://a.example"&gt;b&lt;/a&gt;</string></Values>' +
  '</ThreatMetaDatum></PropertiesMetaData></ThreatType></ThreatTypes></KnowledgeBase>';

/** Parts of filters. The tests combine and repeat them. */
export const templateParts = [
  "source is 'GE.P'",
  'target.a is ',
  "flow crosses 'GE.TB'",
  "'GE.DS'",
  ' and ',
  ' or ',
  ' not ',
  '(',
  ')',
  '{source.Name} ',
  '<Include>',
  '</Include>',
  '<ThreatType>',
  '</ThreatType>',
  '<ElementType><Id>a</Id><ParentId>a</ParentId></ElementType>',
  '&lt;a href=',
];

const dragon = JSON.stringify({
  summary: { title: 'S' },
  detail: {
    diagrams: [
      {
        cells: [
          {
            shape: 'actor',
            id: 'a',
            position: { x: 1, y: 2 },
            size: { width: 9, height: 9 },
            data: { name: 'A', threats: [{ title: 'T' }] },
          },
          {
            shape: 'flow',
            id: 'f',
            source: { cell: 'a' },
            target: { x: 1, y: 2 },
            vertices: [{ x: 1, y: 2 }],
            data: {},
          },
          {
            shape: 'trust-boundary-curve',
            id: 'c',
            source: { x: 1, y: 2 },
            target: { x: 3, y: 4 },
            data: {},
          },
        ],
      },
    ],
  },
});

const library = JSON.stringify({
  scope: { title: 'S' },
  trust_zones: [{ symbolic_name: 'z', title: 'Z' }],
  components: [{ symbolic_name: 'c', title: 'C', trust_zone: 'z' }],
  data_flows: [{ symbolic_name: 'f', source: { object: 'c' }, destination: { object: 'z' } }],
  threats: [{ symbolic_name: 't', title: 'T' }],
  controls: [{ title: 'K', threats: ['t'], trust_boundary: { trust_zone_b: 'z' } }],
});

/** Valid files of other tools, by format. */
export const foreignTexts: Record<string, string[]> = {
  'Threat Dragon': [dragon],
  'Microsoft Threat Modeling Tool': [tm7],
  'draw.io': [
    graph,
    `<mxfile><diagram name="P">${graph}</diagram><diagram>${packed}</diagram></mxfile>`,
  ],
  'threat model library': [library],
  Mermaid: [
    'flowchart LR\nsubgraph s [Zone]\nA[One] -- go --> B[(Two)]\nend\nA & B <--> C{{x}}',
    '---\ntitle: T\n---\n%%{init: {}}%%\ngraph TD\naccDescr {\nD\n}\nA@{ label: "#35;" } e1@-->|x| B:::c',
  ],
  'CSV of elements': [
    'type,id,name,parent,source,target,element\nprocess,a,A,,,,\nflow,f,F,,a,a,\nthreat,t,T,,,,a',
  ],
};

/** Parts of the languages of these tools. The tests combine and repeat them. */
export const foreignParts = [
  '<a>',
  '</a>',
  '<a',
  '/>',
  '>',
  '="',
  '"',
  '&#x41;',
  '&lt;',
  '&a;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<?xml version="1.0"?>',
  '<mxfile>',
  '<diagram>',
  '<ThreatModel>',
  '<mxCell id="a" parent="b" vertex="1">',
  'style="shape=',
  '1e999',
  '"__proto__":',
  '{',
  '}',
  '[',
  ']',
  '[(',
  ')]',
  '((',
  '{{',
  'subgraph ',
  '\nend\n',
  'flowchart LR\n',
  'A & B',
  ' --> ',
  ' -- ',
  '|',
  '---',
  '@{',
  ':::',
  ',',
  ';',
  '\t',
  '\n',
  ' ',
  '%%{',
  '}%%',
  'accDescr {',
  '#35;',
  'title: ',
  '```mermaid\n',
  '~~~ {mermaid}\n',
  'type,name\n',
];

/** A page of Visio with a group, a container, and a line. */
export const visioPage =
  '<PageContents><Shapes><Shape ID="1" Type="Group"><Cell N="PinX" V="1"/><Cell N="Width" V="2"/>' +
  '<Cell N="Height" V="2"/><Shapes><Shape ID="2" Master="1"><Text>A</Text></Shape><Shape ID="3" Type="Group"/></Shapes>' +
  '<Section N="User"><Row N="msvStructureType"><Cell N="Value" V="Container"/></Row></Section></Shape>' +
  '<Shape ID="4"><Cell N="BeginX" V="1"/><Cell N="BeginY" V="1"/><Cell N="EndX" V="2"/><Cell N="EndY" V="2"/></Shape>' +
  '</Shapes><Connects><Connect FromSheet="4" FromCell="BeginX" ToSheet="2"/></Connects></PageContents>';

/** Returns a Visio file with one page. */
export const visioFile = (page: string): Uint8Array =>
  zipSync(
    {
      'visio/document.xml': strToU8('<VisioDocument/>'),
      'visio/pages/pages.xml': strToU8(
        '<Pages><Page ID="0" Name="P"><Rel r:id="r1"/></Page></Pages>',
      ),
      'visio/pages/_rels/pages.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="page1.xml"/></Relationships>',
      ),
      'visio/pages/page1.xml': strToU8(page),
    },
    { level: 1 },
  );
