// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/proxy/Clones.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

error Zero();
error Begun();
error NotLicensor();
error Ended();
error Early();
error TooMuch();

contract LicencePool {
    using SafeERC20 for IERC20;

    uint256 public constant PERIOD = 30 days;
    uint256 public constant NOTICE = 14 days;

    IERC20 public token;
    address public licensor;
    uint256 public fee;
    uint256 public begun;
    mapping(address => uint256) public credit;
    mapping(address => uint256) public charged;
    mapping(address => uint256) public leaving;

    event Initialized(address indexed licensor, IERC20 token, uint256 fee);
    event Paid(address indexed by, uint256 amount);
    event Charged(address indexed who, uint256 amount);
    event Notice(address indexed who, uint256 until);
    event Left(address indexed who, uint256 amount);
    event Resigned(address indexed licensor);

    modifier only() {
        if (msg.sender != licensor) revert NotLicensor(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() {
        begun = 1; //~ BENIGN INIT
        licensor = address(this); //~ DECOY INIT
    }

    function initialize(address l, IERC20 t, uint256 f) external {
        if (licensor != address(0)) revert Begun(); //~ ROOT_CAUSE INIT zero again after resign()
        if (l == address(0) || address(t) == address(0) || f == 0) revert Zero(); //~ BENIGN INPUT_VAL
        begun = block.timestamp; //~ PREREQ#2 INIT
        licensor = l; //~ PREREQ INIT
        token = t;
        fee = f; //~ PREREQ INIT
        emit Initialized(l, t, f);
    }

    function pay(uint256 a) external {
        if (licensor == address(0)) revert Ended(); //~ BENIGN CTRL_FLOW
        if (a == 0) revert Zero();
        if (charged[msg.sender] == 0) charged[msg.sender] = begun; //~ SECONDARY_VULN#2 INIT a newcomer pays for the time before
        uint256 b = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), a);
        a = token.balanceOf(address(this)) - b; //~ BENIGN ARITHMETIC
        credit[msg.sender] += a;
        leaving[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Paid(msg.sender, a); //~ UNRELATED EVENT_EMIT
    }

    function charge(address w) external only returns (uint256 a) {
        uint256 n = (block.timestamp - charged[w]) / PERIOD;
        if (n == 0) revert Early(); //~ BENIGN TIMESTAMP //~ INSUFF_GUARD#2 TIMESTAMP of periods that began too early
        charged[w] += n * PERIOD;
        a = n * fee; //~ PREREQ ARITHMETIC
        if (a > credit[w]) a = credit[w]; //~ DECOY ARITHMETIC
        credit[w] -= a; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, a); //~ PREREQ FUND_XFER
        emit Charged(w, a);
    }

    function notice() external {
        leaving[msg.sender] = block.timestamp + NOTICE;
        emit Notice(msg.sender, block.timestamp + NOTICE);
    }

    function leave(uint256 a) external {
        if (licensor != address(0)) {
            uint256 u = leaving[msg.sender];
            if (u == 0 || block.timestamp < u) revert Early(); //~ BENIGN TIMESTAMP
        }
        if (a > credit[msg.sender]) revert TooMuch(); //~ BENIGN INPUT_VAL
        credit[msg.sender] -= a; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, a);
        emit Left(msg.sender, a);
    }

    function resign() external only {
        licensor = address(0); //~ PREREQ STATE_MOD
        emit Resigned(msg.sender);
    }
}

contract LicencePools {
    address public immutable model = address(new LicencePool());
    address[] public pools;

    event Opened(address indexed licensor, address pool);

    function open(IERC20 t, uint256 f) external returns (address p) {
        p = Clones.clone(model);
        pools.push(p);
        LicencePool(p).initialize(msg.sender, t, f); //~ BENIGN INIT
        emit Opened(msg.sender, p);
    }
}
