// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";

interface IMarket {
    function supply(uint256 amount) external;

    function redeem(uint256 amount) external;

    function suppliedOf(address account) external view returns (uint256);
}

interface IStrategy {
    function fund() external view returns (address);

    function want() external view returns (IERC20);

    function total() external view returns (uint256);

    function invest() external;

    function pull(uint256 _amount) external;

    function leave() external;
}

// Governance decides, and the next one has to accept. The guardian stops things and starts nothing.
abstract contract Governed {
    address public governance;
    address public pendingGovernance;
    address public guardian;

    event GovernanceOffered(address indexed to);
    event GovernanceChanged(address indexed to);
    event GuardianChanged(address indexed to);

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance");
        _;
    }

    modifier onlyGuardian() {
        require(msg.sender == guardian || msg.sender == governance, "!guardian");
        _;
    }

    constructor(address _guardian) public {
        governance = msg.sender;
        guardian = _guardian;
    }

    function offerGovernance(address _to) external onlyGovernance {
        pendingGovernance = _to;
        emit GovernanceOffered(_to);
    }

    function acceptGovernance() external {
        require(msg.sender == pendingGovernance, "!pending");
        governance = msg.sender;
        pendingGovernance = address(0);
        emit GovernanceChanged(msg.sender);
    }

    function setGuardian(address _guardian) external onlyGovernance {
        guardian = _guardian;
        emit GuardianChanged(_guardian);
    }
}

// Keeps what the fund does not need at the moment in a market.
contract MarketStrategy is IStrategy {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    address public immutable override fund;
    IERC20 public immutable override want;
    IMarket public immutable market;

    event Swept(address indexed token, uint256 amount);

    modifier onlyFund() {
        require(msg.sender == fund, "!fund");
        _;
    }

    constructor(address _fund, IERC20 _want, IMarket _market) public {
        fund = _fund;
        want = _want;
        market = _market;
        _want.safeApprove(address(_market), uint256(-1));
    }

    function total() external view override returns (uint256) {
        return _idle().add(market.suppliedOf(address(this)));
    }

    function invest() external override onlyFund {
        market.supply(_idle());
    }

    function pull(uint256 _amount) external override onlyFund {
        uint256 idle = _idle();
        if (idle < _amount) market.redeem(_amount.sub(idle));
        want.safeTransfer(fund, _amount);
    }

    function leave() external override onlyFund {
        market.redeem(market.suppliedOf(address(this)));
        want.safeTransfer(fund, _idle());
    }

    // other tokens that got here
    function sweep(IERC20 _token) external {
        require(_token != want, "!token");
        address to = Governed(fund).governance();
        uint256 amount = _token.balanceOf(address(this));
        _token.safeTransfer(to, amount);
        emit Swept(address(_token), amount);
    }

    function _idle() internal view returns (uint256) {
        return want.balanceOf(address(this));
    }
}

// Money of a city for its registers. Each department draws its monthly budget by its head or by the clerk of its head.
contract RecordsFund is Governed, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Department {
        address head;
        address pendingHead;
        address clerk;
        bool frozen;
        uint256 budget;
        uint256 month;
        uint256 drawn;
    }

    uint256 public constant MONTH = 30 days;
    uint256 public constant DELAY = 2 days;

    IERC20 public immutable want;
    IStrategy public strategy;
    IStrategy public proposed;
    uint256 public proposedAt;
    uint256 public reserve;
    uint256 public departmentCount;
    mapping(uint256 => Department) public departments;
    mapping(address => bool) public keepers;

    event Given(address indexed from, uint256 amount);
    event DepartmentAdded(uint256 indexed id, uint256 budget);
    event BudgetSet(uint256 indexed id, uint256 budget);
    event HeadOffered(uint256 indexed id, address indexed to);
    event HeadChanged(uint256 indexed id, address indexed head);
    event ClerkSet(uint256 indexed id, address indexed clerk);
    event Frozen(uint256 indexed id, bool frozen);
    event Drawn(uint256 indexed id, address indexed by, address indexed to, uint256 amount);
    event KeeperSet(address indexed keeper, bool allowed);
    event ReserveSet(uint256 reserve);
    event StrategyProposed(address strategy);
    event StrategyChanged(address strategy);
    event Recalled(uint256 amount);

    modifier onlyHead(uint256 _id) {
        require(msg.sender == departments[_id].head, "!head");
        _;
    }

    constructor(IERC20 _want, address _guardian) public Governed(_guardian) {
        want = _want;
    }

    // --- money

    function give(uint256 _amount) external nonReentrant {
        want.safeTransferFrom(msg.sender, address(this), _amount);
        emit Given(msg.sender, _amount);
    }

    function draw(
        uint256 _id,
        address _to,
        uint256 _amount
    ) external nonReentrant {
        Department storage dept = departments[_id];
        require(msg.sender == dept.head || msg.sender == dept.clerk, "!drawer");
        require(!dept.frozen, "!frozen");
        uint256 month = block.timestamp / MONTH;
        if (dept.month != month) {
            dept.month = month;
            dept.drawn = 0;
        }
        dept.drawn = dept.drawn.add(_amount);
        require(dept.drawn <= dept.budget, "!budget");
        uint256 idle = want.balanceOf(address(this));
        if (idle < _amount) {
            require(address(strategy) != address(0), "!idle");
            strategy.pull(_amount.sub(idle));
        }
        want.safeTransfer(_to, _amount);
        emit Drawn(_id, msg.sender, _to, _amount);
    }

    // open to all, it only ever goes to the strategy
    function earn() external nonReentrant {
        uint256 idle = want.balanceOf(address(this));
        require(address(strategy) != address(0) && idle > reserve, "!earn");
        want.safeTransfer(address(strategy), idle.sub(reserve));
        strategy.invest();
    }

    function recall(uint256 _amount) external nonReentrant {
        require(keepers[msg.sender], "!keeper");
        strategy.pull(_amount);
        emit Recalled(_amount);
    }

    function total() external view returns (uint256) {
        uint256 idle = want.balanceOf(address(this));
        return address(strategy) == address(0) ? idle : idle.add(strategy.total());
    }

    // --- departments

    function addDepartment(address _head, uint256 _budget) external onlyGovernance returns (uint256 id) {
        require(_head != address(0), "!zero");
        id = departmentCount++;
        departments[id].budget = _budget;
        emit DepartmentAdded(id, _budget);
        _lead(id, _head);
    }

    function setBudget(uint256 _id, uint256 _budget) external onlyGovernance {
        require(_id < departmentCount, "!department");
        departments[_id].budget = _budget;
        emit BudgetSet(_id, _budget);
    }

    function replaceHead(uint256 _id, address _head) external onlyGovernance {
        require(_id < departmentCount, "!department");
        require(_head != address(0), "!zero");
        _lead(_id, _head);
    }

    function offerHead(uint256 _id, address _to) external onlyHead(_id) {
        departments[_id].pendingHead = _to;
        emit HeadOffered(_id, _to);
    }

    function acceptHead(uint256 _id) external {
        require(msg.sender == departments[_id].pendingHead, "!pending");
        _lead(_id, msg.sender);
    }

    function setClerk(uint256 _id, address _clerk) external onlyHead(_id) {
        departments[_id].clerk = _clerk;
        emit ClerkSet(_id, _clerk);
    }

    function freeze(uint256 _id) external onlyGuardian {
        require(_id < departmentCount, "!department");
        departments[_id].frozen = true;
        emit Frozen(_id, true);
    }

    function unfreeze(uint256 _id) external onlyGovernance {
        departments[_id].frozen = false;
        emit Frozen(_id, false);
    }

    // --- keepers and strategies

    function setKeeper(address _keeper, bool _allowed) external onlyGovernance {
        keepers[_keeper] = _allowed;
        emit KeeperSet(_keeper, _allowed);
    }

    function setReserve(uint256 _reserve) external onlyGovernance {
        reserve = _reserve;
        emit ReserveSet(_reserve);
    }

    function proposeStrategy(IStrategy _strategy) external onlyGovernance {
        require(_strategy.fund() == address(this) && _strategy.want() == want, "!strategy");
        proposed = _strategy;
        proposedAt = block.timestamp;
        emit StrategyProposed(address(_strategy));
    }

    function cancelStrategy() external onlyGuardian {
        proposed = IStrategy(0);
        emit StrategyProposed(address(0));
    }

    function acceptStrategy() external onlyGovernance nonReentrant {
        require(address(proposed) != address(0), "!proposed");
        require(block.timestamp >= proposedAt.add(DELAY), "!delay");
        if (address(strategy) != address(0)) strategy.leave();
        strategy = proposed;
        proposed = IStrategy(0);
        emit StrategyChanged(address(strategy));
    }

    // a new head starts without what the old one has handed out
    function _lead(uint256 _id, address _head) internal {
        Department storage dept = departments[_id];
        dept.head = _head;
        dept.pendingHead = address(0);
        emit HeadChanged(_id, _head);
    }
}
